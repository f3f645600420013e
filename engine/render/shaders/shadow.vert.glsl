in vec3 in_position;
uniform mat4 shade;     // metres relative to the map's centre -> clip space
uniform vec3 origin;    // of the mesh, relative to the map's centre
uniform vec2 turn;

void main() {
    vec3 v = in_position;
    gl_Position = shade * vec4(vec3(v.x * turn.x - v.z * turn.y, v.y, v.x * turn.y + v.z * turn.x) + origin, 1.0);
}
