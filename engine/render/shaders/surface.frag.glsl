uniform sampler2D surface;
uniform float opacity;
in vec2 at;
out vec4 colour;

void main() {
    vec4 texel = texture(surface, at);
    colour = vec4(texel.rgb, texel.a * opacity);
}
