#include "stand.glsl"
uniform mat4 shade;     // metres relative to the map's centre -> clip space

void main() {
    gl_Position = shade * vec4(stretched(in_position) + in_place.xyz, 1.0) + 0.0 * in_size.z;
}
