#include "frame.glsl"
#include "sky.glsl"
#include "tone.glsl"
in vec3 ray;
out vec4 colour;

void main() {
    vec3 direction = normalize(ray);
    float disc = smoothstep(0.99970, 0.99984, dot(direction, to_sun.xyz));
    colour = shown(sky(direction) + sun.rgb * disc * 1.6);
}
