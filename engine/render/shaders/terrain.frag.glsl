#include "frame.glsl"
#include "sky.glsl"
#include "tone.glsl"
#include "grain.glsl"
#include "light.glsl"
in vec3 to_point;
in vec3 grained;
in vec3 normal;
in vec3 base;
out vec4 colour;

void main() {
    float distance = length(to_point);
    vec3 direction = to_point / distance;
    vec3 n = normalize(normal);
    float pixel = distance * lens.z / max(abs(dot(direction, n)), 0.1);
    vec3 albedo = base * surface_grain(grained, pixel);
    float facing = max(dot(n, to_sun.xyz), 0.0);
    vec3 light = ambient(n);
    if (facing > 0.0) light += sun.rgb * facing * sunlit(to_point, n, facing);
    colour = shown(mix(albedo * light, sky(direction), haze(distance, to_point.y)));
}
