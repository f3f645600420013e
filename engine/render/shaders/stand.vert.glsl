#include "frame.glsl"
#include "stand.glsl"
in vec4 in_normal;      // 0 ... 1 for -1 ... 1
in vec4 in_colour;      // roots of linear RGB; a: how leafy
in vec3 in_tint;

out vec3 to_point;      // from the eye, metres
out vec3 normal;
flat out vec4 base;
flat out float fade;
out vec3 within;        // where the surface's grain is looked up, metres: moves with the thing
out float up;           // height within the thing, 0 ... 1

// Leaves stir a little, the higher the more.
vec3 stirred(vec3 v) {
    float phase = dot(in_place.xz + v.xz, vec2(0.13, 0.17)) + in_place.w * 7.0;
    float much = in_colour.a * (0.01 + 0.02 * in_position.y) * min(in_size.y, 3.0);
    return vec3(sin(air.w * 1.7 + phase), 0.4 * sin(air.w * 2.3 + phase * 1.7), cos(air.w * 1.3 + phase)) * much;
}

void main() {
    vec3 v = stretched(in_position);
    within = v + 64.0;
    to_point = v + in_place.xyz;
    to_point += stirred(v);
    vec3 n = (in_normal.xyz * 2.0 - 1.0) / in_size.xyx;
    float c = cos(in_place.w), d = sin(in_place.w);
    normal = normalize(vec3(n.x * c - n.z * d, n.y, n.x * d + n.z * c));
    base = vec4(in_colour.rgb * in_colour.rgb * in_tint, in_colour.a);
    fade = in_size.z;
    up = in_position.y;
    gl_Position = clip * vec4(to_point, 1.0);
}
