#include "frame.glsl"
#include "sky.glsl"
#include "tone.glsl"
#include "grain.glsl"
#include "light.glsl"
in vec3 to_point;
in vec3 grained;
in vec3 normal;
in vec4 base;           // a: share of the sky that crowns hide
uniform vec3 wood;      // colour of crowns from afar
out vec4 colour;

// Turf, litter and stones are never of one colour: patches of a few metres and of a few hands, that fade with distance.
vec3 mottled(vec3 albedo, vec3 p, float pixel) {
    float wide = pixel < 3.0 ? (noise(p * 0.25 + 11.0, 16) - 0.5) * (1.0 - smoothstep(1.0, 3.0, pixel)) : 0.0;
    float tuft = pixel < 0.8 ? (noise(p * 2.0 + 5.0, 128) - 0.5) * (1.0 - smoothstep(0.2, 0.8, pixel)) : 0.0;
    float blade = pixel < 0.06 ? (noise(p * vec3(16.0, 4.0, 16.0), 1024) - 0.5) * (1.0 - smoothstep(0.02, 0.06, pixel)) : 0.0;
    vec3 shift = mix(vec3(1.22, 1.06, 0.80), vec3(0.80, 0.96, 0.98), clamp(0.5 + 1.1 * wide + 0.5 * tuft, 0.0, 1.0));
    return albedo * shift * (1.0 + 0.22 * wide + 0.42 * tuft + 0.42 * blade);
}

void main() {
    float distance = length(to_point);
    vec3 direction = to_point / distance;
    vec3 n = normalize(normal);
    float pixel = distance * lens.z / max(abs(dot(direction, n)), 0.1);
    vec3 albedo = mottled(base.rgb, grained, pixel);
    // Far off, crowns are seen instead of the ground, the more the flatter one looks.
    float crowns = base.a * smoothstep(120.0, 700.0, distance);
    float lumps = pixel < 12.0 ? (noise(grained * 0.125 + 3.0, 8) - 0.5) * (1.0 - smoothstep(4.0, 12.0, pixel)) : 0.0;
    albedo = mix(albedo, wood * (1.0 + 0.7 * lumps), crowns);
    float facing = max(dot(n, to_sun.xyz), 0.0);
    vec3 light = ambient(n) * (1.0 - 0.35 * base.a * (1.0 - crowns));
    if (facing > 0.0) {
        float reach = smoothstep(0.7, 1.0, distance * 2.0 * to_sun.w / ground.x);
        float shaded = mix(1.0, 1.0 - 0.72 * base.a, reach * (1.0 - 0.75 * crowns));
        light += sun.rgb * facing * sunlit(to_point, n, facing) * shaded;
    }
    colour = shown(mix(albedo * light, sky(direction), haze(distance, to_point.y)));
}
