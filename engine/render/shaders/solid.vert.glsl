#include "frame.glsl"
in vec3 in_position;
in vec3 in_normal;
in vec3 in_colour;
in vec3 in_edges;
in vec3 in_kinds;

uniform vec3 origin;    // of the mesh, metres relative to the eye
uniform vec2 turn;      // cosine and sine of its heading

out vec3 to_point;      // from the eye, metres
out vec3 grained;       // where the surface's grain is looked up: moves with the mesh
out vec3 edges;
flat out vec3 normal;
flat out vec3 base;
flat out vec3 kinds;

vec3 turned(vec3 v) {
    return vec3(v.x * turn.x - v.z * turn.y, v.y, v.x * turn.y + v.z * turn.x);
}

void main() {
    to_point = turned(in_position) + origin;
    normal = turned(in_normal);
    grained = in_position;
    base = in_colour;
    edges = in_edges;
    kinds = in_kinds;
    gl_Position = clip * vec4(to_point, 1.0);
}
