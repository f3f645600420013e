#include "stand.glsl"
in vec4 in_colour;      // a: how leafy
uniform mat4 shade;     // metres relative to the map's centre -> clip space
out vec3 within;
flat out float leafy;

void main() {
    vec3 v = stretched(in_position);
    within = v + 64.0;
    leafy = in_colour.a;
    gl_Position = shade * vec4(v + in_place.xyz, 1.0);
}
