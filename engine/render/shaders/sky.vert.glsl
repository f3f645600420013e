#include "frame.glsl"
// One triangle that covers the picture, at the far end of the depth range.
out vec3 ray;

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    vec4 far = from_clip * vec4(corner, 1.0, 1.0);
    ray = far.xyz / far.w;
    gl_Position = vec4(corner, 1.0, 1.0);
}
