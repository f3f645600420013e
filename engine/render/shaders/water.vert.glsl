#include "frame.glsl"
in vec3 in_position;
in float in_across;     // -1 at one bank ... 1 at the other; 0 on a lake
in vec2 in_along;       // downstream and across, metres
in float in_flow;       // metres a second; 0 on a lake

uniform vec3 origin;    // of the surface, metres relative to the eye
uniform vec2 shift;     // of the waves, for a surface that goes with the eye

out vec3 to_point;
out vec2 along;
out float across;
out float flow;

void main() {
    to_point = in_position + origin;
    along = in_along + shift;
    across = in_across;
    flow = in_flow;
    gl_Position = clip * vec4(to_point, 1.0);
}
