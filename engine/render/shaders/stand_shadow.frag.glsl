#include "grain.glsl"
in vec3 within;
flat in float leafy;

// Light falls through leaves in spots.
void main() {
    if (leafy > 0.3 && lattice(ivec3(floor(within * 2.2)), 256) < 0.42) discard;
}
