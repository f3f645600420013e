// One of many things: where it stands, how it is stretched and turned.
in vec3 in_position;    // of a model with foot at 0, radius 1, height 1
in vec4 in_place;       // relative to the eye, metres; w: heading
in vec3 in_size;        // radius, height, metres; z: fade, see below

vec3 stretched(vec3 v) {
    vec3 s = v * in_size.xyx;
    float c = cos(in_place.w), d = sin(in_place.w);
    return vec3(s.x * c - s.z * d, s.y, s.x * d + s.z * c);
}
