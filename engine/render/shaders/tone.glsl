// Light to what a screen shows: a soft shoulder instead of burnt-out white, then sRGB.
vec3 shoulder(vec3 light) {
    return light * (1.0 + light * 0.12) / (1.0 + light * 0.42);
}

vec3 to_srgb(vec3 linear) {
    vec3 low = linear * 12.92;
    vec3 high = 1.055 * pow(max(linear, 0.0), vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, vec3(lessThan(linear, vec3(0.0031308))));
}

// A pattern within half a step of 8 bits, so that smooth skies show no bands.
float grain(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5;
}

vec4 shown(vec3 light) {
    return vec4(to_srgb(shoulder(light * sun.w)) + grain(gl_FragCoord.xy) / 255.0, 1.0);
}
