#include "frame.glsl"
in vec2 in_cell;        // which sample
in float in_height;
in vec4 in_normal;      // 0 ... 1 for -1 ... 1
in vec4 in_colour;      // roots of linear RGB; a: share of the sky that crowns hide

uniform vec3 origin;    // of the tile, metres relative to the eye
uniform float spacing;
uniform float base_height;  // of the tile, so that the grain of neighbours fits

out vec3 to_point;      // from the eye, metres
out vec3 grained;       // where the surface's grain is looked up: moves with the tile
out vec3 normal;
out vec4 base;

void main() {
    vec3 v = vec3(in_cell.x * spacing, in_height, in_cell.y * spacing);
    grained = v + vec3(0.0, base_height, 0.0);
    to_point = v + origin;
    normal = in_normal.xyz * 2.0 - 1.0;
    base = vec4(in_colour.rgb * in_colour.rgb, in_colour.a);
    gl_Position = clip * vec4(to_point, 1.0);
}
