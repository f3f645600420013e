#include "frame.glsl"
#include "sky.glsl"
#include "tone.glsl"
#include "grain.glsl"
#include "light.glsl"
in vec3 to_point;
in vec3 grained;
in vec3 edges;
flat in vec3 normal;
flat in vec3 base;
flat in vec3 kinds;
out vec4 colour;

// A thin line of ink along sharp edges, darkest in a nook.
vec3 drawn_edges(vec3 albedo, float distance, float slant) {
    float pixel = lens.z * distance / max(slant, 0.25);
    float width = max(0.010, 1.1 * pixel);
    vec3 line = 1.0 - smoothstep(vec3(width * 0.4), vec3(width * 1.2), edges);
    float ease = 0.024 / (0.024 + pixel);  // far lines fade instead of covering everything
    float jut = max(max(line.x * max(kinds.x, 0.0), line.y * max(kinds.y, 0.0)), line.z * max(kinds.z, 0.0));
    float nook = max(max(line.x * max(-kinds.x, 0.0), line.y * max(-kinds.y, 0.0)), line.z * max(-kinds.z, 0.0));
    return albedo * (1.0 - ease * max(jut * 0.55, nook * 0.70));
}

vec3 lantern(float distance, float slant) {
    return vec3(1.0, 0.84, 0.62) * lens.x * (0.25 + 0.75 * slant) / (1.0 + distance * distance / 24.0);
}

void main() {
    float distance = length(to_point);
    vec3 direction = to_point / distance;
    vec3 n = gl_FrontFacing ? normal : -normal;
    float slant = abs(dot(direction, n));
    vec3 albedo = drawn_edges(base * surface_grain(grained, distance * lens.z / max(slant, 0.1)), distance, slant);
    albedo *= mix(vec3(0.965, 0.985, 1.02), vec3(1.03, 1.0, 0.955), n.y * 0.5 + 0.5);  // tops warm, undersides cool
    float facing = max(dot(n, to_sun.xyz), 0.0);
    vec3 light = ambient(n);
    float lit = facing > 0.0 ? facing * sunlit(to_point, n, facing) : 0.0;
    light += sun.rgb * lit + lantern(distance, slant) * (1.0 - lit);
    float rim = pow(1.0 - slant, 4.0) * 0.05;
    vec3 seen = albedo * light + horizon.rgb * rim;
    colour = shown(mix(seen, sky(direction), haze(distance, to_point.y)));
}
