#include "frame.glsl"
#include "sky.glsl"
#include "tone.glsl"
#include "grain.glsl"
in vec3 to_point;
in vec3 grained;
in vec3 edges;
flat in vec3 normal;
flat in vec3 base;
flat in vec3 kinds;
uniform sampler2DShadow shadow_map;
out vec4 colour;

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

// The point is looked up a little off its surface and towards the sun: a texel of the map is
// as wide as a hand, and would else throw its own shadow on slopes and into corners.
float sunlit(vec3 n, float facing) {
    vec3 lifted = to_point + n * (0.02 + 0.09 * sqrt(1.0 - facing * facing)) + to_sun.xyz * 0.08;
    vec3 at = (shade * vec4(lifted, 1.0)).xyz;
    vec2 rim = abs(at.xy * 2.0 - 1.0);
    float reach = 1.0 - smoothstep(0.85, 0.98, max(rim.x, rim.y));
    if (lens.w <= 0.0 || reach <= 0.0 || at.z >= 1.0) return 1.0;
    return mix(1.0, tent(at), reach * lens.w);
}

// A thin line of ink along sharp edges, darkest in a nook.
vec3 drawn_edges(vec3 albedo, float distance, float slant) {
    float pixel = lens.z * distance / max(slant, 0.25);
    float width = max(0.010, 1.1 * pixel);
    vec3 line = 1.0 - smoothstep(vec3(width * 0.4), vec3(width * 1.2), edges);
    float ease = 0.024 / (0.024 + pixel);  // far lines fade instead of covering everything
    float jut = max(max(line.x * max(kinds.x, 0.0), line.y * max(kinds.y, 0.0)), line.z * max(kinds.z, 0.0));
    float nook = max(max(line.x * max(-kinds.x, 0.0), line.y * max(-kinds.y, 0.0)), line.z * max(-kinds.z, 0.0));
    return albedo * (1.0 - ease * max(jut * 0.55, nook * 0.70));
}

vec3 lantern(float distance, float slant) {
    return vec3(1.0, 0.84, 0.62) * lens.x * (0.25 + 0.75 * slant) / (1.0 + distance * distance / 24.0);
}

float haze(float distance, float rise) {
    float low = exp(-max(bounce.w + rise * 0.5, 0.0) * 0.12);
    return 1.0 - exp(-distance * zenith.w * (1.0 + 2.0 * horizon.w * low));
}

void main() {
    float distance = length(to_point);
    vec3 direction = to_point / distance;
    vec3 n = gl_FrontFacing ? normal : -normal;
    float slant = abs(dot(direction, n));
    vec3 albedo = drawn_edges(base * surface_grain(grained, distance * lens.z / max(slant, 0.1)), distance, slant);
    albedo *= mix(vec3(0.965, 0.985, 1.02), vec3(1.03, 1.0, 0.955), n.y * 0.5 + 0.5);  // tops warm, undersides cool
    float facing = max(dot(n, to_sun.xyz), 0.0);
    vec3 light = ambient(n);
    float lit = facing > 0.0 ? facing * sunlit(n, facing) : 0.0;
    light += sun.rgb * lit + lantern(distance, slant) * (1.0 - lit);
    float rim = pow(1.0 - slant, 4.0) * 0.05;
    vec3 seen = albedo * light + horizon.rgb * rim;
    colour = shown(mix(seen, sky(direction), haze(distance, to_point.y)));
}
