// What every pass of a frame shares; see frame.py for the same fields in the same order.
layout(std140) uniform Frame {
    mat4 clip;          // metres relative to the eye -> clip space
    mat4 from_clip;     // back again, for the sky's rays
    mat4 shade;         // metres relative to the eye -> the shadow map, 0 ... 1
    vec4 to_sun;        // unit vector; w: width of a shadow map's texel, in the map
    vec4 sun;           // rgb light; w: exposure
    vec4 zenith;        // rgb; w: haze per metre
    vec4 horizon;       // rgb; w: share of haze that lies low
    vec4 bounce;        // rgb; w: height of the eye over the mist's floor
    vec4 lens;          // x: lantern; y: height of the picture in pixels; z: metres that a pixel covers at one metre; w: shadow strength
    vec4 air;           // rgb: how dense the haze is to each colour; w: seconds, for what moves by itself
    vec4 ground;        // x: metres that a shadow map's texel covers; y: how fast the mist thins upwards, per metre
};
