#include "frame.glsl"
#include "sky.glsl"
#include "tone.glsl"
#include "grain.glsl"
#include "light.glsl"
in vec3 to_point;
in vec3 normal;
flat in vec4 base;
flat in float fade;
in float up;
in vec3 within;
out vec4 colour;

// Between twigs the sky shows: leaves have holes, more of them where their surface turns away.
float leaves(float slant, float pixel) {
    if (base.a <= 0.3 || pixel > 0.12) return 1.0;
    float near = 1.0 - smoothstep(0.04, 0.12, pixel);
    float dense = noise(within * 4.0, 1024) * 0.5 + noise(within * 13.0 + 7.0, 2048) * 0.5;
    if (dense < 0.51 * near * (1.0 - 0.38 * smoothstep(0.05, 0.9, slant))) discard;
    return 1.0 + near * 1.1 * (dense - 0.5);
}

void main() {
    // Of two shapes of a thing, one keeps just the pixels that the other leaves out.
    if (fade != 0.0) {
        float threshold = grain(gl_FragCoord.xy) + 0.5;
        if (fade > 0.0 ? threshold < fade : threshold >= -fade) discard;
    }
    float distance = length(to_point);
    vec3 direction = to_point / distance;
    vec3 n = normalize(normal);
    float slant = abs(dot(direction, normalize(cross(dFdx(to_point), dFdy(to_point)))));
    float texture_ = leaves(slant, distance * lens.z);
    float facing = dot(n, to_sun.xyz);
    // Beyond the shadows' reach, the lower parts lie in the shade of their neighbours.
    float far = mix(0.25, 1.0, smoothstep(0.15, 0.9, up));
    float open = sunlit(to_point, n, clamp(facing, 0.0, 1.0));
    open *= mix(1.0, far, smoothstep(0.7, 1.0, distance * 2.0 / (ground.x / to_sun.w)));
    float through = base.a * (0.22 * max(-facing, 0.0) + 0.35 * pow(max(dot(direction, to_sun.xyz), 0.0), 6.0));
    vec3 light = ambient(n) * mix(1.0, 0.55 + 0.45 * up, base.a);
    vec3 warm = mix(vec3(1.0), vec3(1.15, 1.25, 0.55), min(through, 1.0));
    light += sun.rgb * open * (max(facing, 0.0) + through * warm);
    colour = shown(mix(base.rgb * texture_ * light, sky(direction), haze(distance, to_point.y)));
}
