// The sky in a direction. Below the horizon it goes on as haze: a scene's far edge, hazed
// with this same function, meets it without a seam.
vec3 sky(vec3 direction) {
    float up = max(direction.y, 0.0);
    up = up * up / (up + 0.10);  // level at the horizon, so that no line shows there
    vec3 colour = mix(zenith.rgb, horizon.rgb, exp(-5.5 * up) * 0.88 + 0.12 * exp(-1.5 * up));
    float near_sun = max(dot(direction, to_sun.xyz), 0.0);
    float low = exp(-7.0 * up);
    vec3 warm = normalize(sun.rgb) * 1.35;
    colour = mix(colour, warm, 0.26 * pow(near_sun, 6.0) * (0.35 + 0.65 * low));
    colour += warm * 0.22 * pow(near_sun, 48.0);
    return colour;
}
