// A mottled surface without a texture: soft noise that repeats every 64 m, the width of a chunk.
float lattice(ivec3 at, int period) {
    uvec3 q = uvec3(at & (period - 1));
    uint h = q.x * 0x9E3779B1u ^ q.y * 0x85EBCA77u ^ q.z * 0xC2B2AE3Du;
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h ^= h >> 12;
    return float(h & 0xffffu) / 65535.0;
}

// `period` in cells, a power of two.
float noise(vec3 p, int period) {
    ivec3 cell = ivec3(floor(p));
    vec3 f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    vec4 near = vec4(lattice(cell, period), lattice(cell + ivec3(1, 0, 0), period), lattice(cell + ivec3(0, 1, 0), period),
                     lattice(cell + ivec3(1, 1, 0), period));
    vec4 far = vec4(lattice(cell + ivec3(0, 0, 1), period), lattice(cell + ivec3(1, 0, 1), period),
                    lattice(cell + ivec3(0, 1, 1), period), lattice(cell + ivec3(1, 1, 1), period));
    vec4 mixed = mix(near, far, f.z);
    vec2 flat_ = mix(mixed.xz, mixed.yw, f.x);
    return mix(flat_.x, flat_.y, f.y);
}

// Factor on the colour; `pixel` is what a pixel covers, metres: grain finer than that fades out.
float surface_grain(vec3 p, float pixel) {
    float coarse = noise(p, 64) - 0.5;
    float fine = pixel < 0.2 ? (noise(p * 4.0, 256) - 0.5) * (1.0 - smoothstep(0.05, 0.2, pixel)) : 0.0;
    return 1.0 + 0.13 * coarse + 0.10 * fine;
}
