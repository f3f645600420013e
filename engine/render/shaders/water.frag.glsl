#include "frame.glsl"
#include "sky.glsl"
#include "tone.glsl"
#include "grain.glsl"
#include "light.glsl"
in vec3 to_point;
in vec2 along;
in float across;
in float flow;
out vec4 colour;

// Slope of the waves: two layers that run at different speeds, so that no pattern is seen to move as a whole.
vec2 waves(vec2 p, float run) {
    vec3 a = vec3(p.x * 0.55 - run * 0.55, air.w * 0.35, p.y * 1.3);
    vec3 b = vec3(p.x * 1.4 - run * 1.1, air.w * 0.6 + 19.0, p.y * 2.4 + 7.0);
    float e = 0.25;
    float a0 = noise(a, 4096), b0 = noise(b, 4096);
    vec2 slope = vec2(noise(a + vec3(e, 0, 0), 4096) - a0, noise(a + vec3(0, 0, e), 4096) - a0);
    return slope + 0.6 * vec2(noise(b + vec3(e, 0, 0), 4096) - b0, noise(b + vec3(0, 0, e), 4096) - b0);
}

void main() {
    float distance = length(to_point);
    vec3 direction = to_point / distance;
    float pixel = distance * lens.z / max(abs(direction.y), 0.03);
    float calm = 1.0 - smoothstep(0.3, 3.0, pixel);
    float run = air.w * flow;
    vec2 slope = calm > 0.0 ? waves(along, run) * calm * (0.10 + 0.16 * min(flow, 2.0)) : vec2(0.0);
    vec3 n = normalize(vec3(-slope.x, 0.25, -slope.y));
    float slant = max(dot(-direction, n), 0.0);
    float fresnel = 0.03 + 0.97 * pow(1.0 - slant, 5.0);
    vec3 mirrored = reflect(direction, n);
    mirrored.y = abs(mirrored.y);
    // Between its banks a stream mirrors more wood than sky.
    float woods = flow > 0.0 ? 1.0 - smoothstep(0.15, 0.75, mirrored.y) : 0.0;
    vec3 above = mix(sky(mirrored), vec3(0.05, 0.09, 0.05), 0.75 * woods);
    float open = sunlit(to_point, vec3(0.0, 1.0, 0.0), 1.0);
    vec3 light = ambient(vec3(0.0, 1.0, 0.0)) + sun.rgb * open * to_sun.y;
    vec3 deep = flow > 0.0 ? vec3(0.045, 0.075, 0.06) : vec3(0.03, 0.085, 0.10);
    vec3 seen = mix(deep * light, above, fresnel);
    seen += sun.rgb * open * pow(max(dot(mirrored, to_sun.xyz), 0.0), 220.0) * 0.9;
    // Foam where it runs fast, torn by the waves.
    float torn = noise(vec3(along.x * 0.9 - run, air.w * 0.8, along.y * 3.0), 4096);
    float foam = smoothstep(1.1, 2.6, flow) * smoothstep(0.45, 0.75, torn) * (1.0 - smoothstep(0.4, 2.0, pixel) * 0.6);
    seen = mix(seen, vec3(0.75, 0.8, 0.8) * light * 0.7, foam * 0.8);
    float bank = flow > 0.0 ? 1.0 - smoothstep(0.72, 1.0, abs(across)) : 1.0;
    float solid = mix(0.62, 1.0, max(fresnel, foam)) * bank;
    if (flow <= 0.0) solid = mix(0.8, 1.0, fresnel);
    colour = shown(mix(seen, sky(direction), haze(distance, to_point.y)));
    colour.a = solid;
}
