// A flat rectangle of the picture: text, panels, the chart.
uniform vec4 place;     // left, top, right, bottom in clip space
out vec2 at;

void main() {
    at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4(mix(place.x, place.z, at.x), mix(place.y, place.w, at.y), 0.0, 1.0);
}
