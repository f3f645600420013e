#include "frame.glsl"
#include "sky.glsl"
#include "tone.glsl"
#include "light.glsl"
in vec3 to_point;
in vec3 normal;
flat in vec4 base;
flat in float fade;
in float up;
out vec4 colour;

// Thresholds of a 4 x 4 Bayer pattern, in (0, 1).
float bayer(ivec2 p) {
    int x = p.x & 3, y = p.y & 3;
    int bits = ((x ^ y) & 1) << 3 | (y & 1) << 2 | ((x ^ y) & 2) | (y & 2) >> 1;
    return (float(bits) + 0.5) / 16.0;
}

void main() {
    // Of two shapes of a thing, one keeps just the pixels that the other leaves out.
    if (fade != 0.0) {
        float threshold = bayer(ivec2(gl_FragCoord.xy));
        if (fade > 0.0 ? threshold < fade : threshold >= -fade) discard;
    }
    float distance = length(to_point);
    vec3 direction = to_point / distance;
    vec3 n = normalize(normal);
    float facing = dot(n, to_sun.xyz);
    // Beyond the shadows' reach, the lower parts lie in the shade of their neighbours.
    float far = mix(0.25, 1.0, smoothstep(0.15, 0.9, up));
    float open = sunlit(to_point, n, clamp(facing, 0.0, 1.0));
    open *= mix(1.0, far, smoothstep(0.7, 1.0, distance * 2.0 / (ground.x / to_sun.w)));
    float through = base.a * (0.22 * max(-facing, 0.0) + 0.35 * pow(max(dot(direction, to_sun.xyz), 0.0), 6.0));
    vec3 light = ambient(n) * mix(1.0, 0.55 + 0.45 * up, base.a);
    vec3 warm = mix(vec3(1.0), vec3(1.15, 1.25, 0.55), min(through, 1.0));
    light += sun.rgb * open * (max(facing, 0.0) + through * warm);
    colour = shown(mix(base.rgb * light, sky(direction), haze(distance, to_point.y)));
}
