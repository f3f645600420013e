// What every sunlit surface shares: light from all around, the sun and its shadows, the air between.
uniform sampler2DShadow shadow_map;

// Light from all around: six directions of their own, so that no two walls of a room look the same.
vec3 ambient(vec3 n) {
    vec3 side = mix(horizon.rgb, zenith.rgb, 0.45);
    vec3 squared = n * n;
    vec3 along_x = side * (n.x > 0.0 ? 0.74 : 0.52);
    vec3 along_z = side * (n.z > 0.0 ? 0.62 : 0.40);
    vec3 along_y = n.y > 0.0 ? mix(horizon.rgb, zenith.rgb, 0.35) * 0.86 : bounce.rgb;
    vec3 lifted = squared.x * (along_x + bounce.rgb * 0.22) + squared.z * (along_z + bounce.rgb * 0.22);
    return (squared.y * along_y + lifted) * 0.92;
}

// A tent three texels wide from four filtered taps (Castano 2013, "Shadow Mapping Summary").
float tent(vec3 at) {
    float texel = to_sun.w;
    vec2 uv = at.xy / texel + 0.5;
    vec2 base = (floor(uv) - 0.5) * texel;
    vec2 s = fract(uv);
    vec2 w0 = 3.0 - 2.0 * s, w1 = 1.0 + 2.0 * s;
    vec2 near = base + ((2.0 - s) / w0 - 1.0) * texel;
    vec2 far = base + (s / w1 + 1.0) * texel;
    float lit = w0.x * w0.y * texture(shadow_map, vec3(near.x, near.y, at.z));
    lit += w1.x * w0.y * texture(shadow_map, vec3(far.x, near.y, at.z));
    lit += w0.x * w1.y * texture(shadow_map, vec3(near.x, far.y, at.z));
    lit += w1.x * w1.y * texture(shadow_map, vec3(far.x, far.y, at.z));
    return lit / 16.0;
}

// The point, relative to the eye, is looked up a little off its surface and towards the sun: a texel of
// the map is as wide as a hand, and would else throw its own shadow on slopes and into corners.
float sunlit(vec3 point, vec3 n, float facing) {
    float texel = ground.x;
    vec3 lifted = point + n * texel * (0.45 + 2.1 * sqrt(1.0 - facing * facing)) + to_sun.xyz * texel * 1.9;
    vec3 at = (shade * vec4(lifted, 1.0)).xyz;
    vec2 rim = abs(at.xy * 2.0 - 1.0);
    float reach = 1.0 - smoothstep(0.85, 0.98, max(rim.x, rim.y));
    if (lens.w <= 0.0 || reach <= 0.0 || at.z >= 1.0) return 1.0;
    return mix(1.0, tent(at), reach * lens.w);
}

// Share of the air's own light in what is seen, for each colour; `rise` is how much higher the point is than the eye.
vec3 haze(float distance, float rise) {
    float low = exp(-max(bounce.w + rise * 0.5, 0.0) * ground.y);
    return 1.0 - exp(-distance * zenith.w * (1.0 + 2.0 * horizon.w * low) * air.rgb);
}
