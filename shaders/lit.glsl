// The metallic-roughness material of glTF 2.0 (appendix B) with its layers, lit by the environment and the key light.
#include "surface.glsl"
#include "environment.glsl"
#include "tone.glsl"
#include "shadow.glsl"
#include "reflector.glsl"
#include "layers.glsl"
#include "openness.glsl"

// rgb: lit color, premultiplied; a: opacity, which only transmission makes less than 1
vec4 shade(vec4 base) {
    vec2 factors = metallicRoughness();
    float open = occlusion();
    if (has(LAYER_OCCLUDED)) open *= opennessAt(worldPosition);
    vec3 emissive = emitted();
    vec3 normal = shadingNormal();
    float roughness = clamp(factors.y, MIN_ROUGHNESS, 1.0);
    if ((surface.flags & SURFACE_WIREFRAME) != 0u) return vec4(0.02, 0.03, 0.05, 1.0);
    if ((surface.flags & SURFACE_UNLIT) != 0u) return vec4(shownColor(base.rgb), 1.0);
    vec3 toEye = normalize(frame.eye.xyz - worldPosition);
    float metallic = clamp(factors.x, 0.0, 1.0);
    vec3 dielectric = material.reflection.rgb * layerMap(LAYER_MAP_SPECULAR_COLOR).rgb;
    float specular = material.reflection.w * layerMap(LAYER_MAP_SPECULAR).a;
    Reflector reflector = reflectorOf(normal, roughness, toEye);
    reflector.diffuse = base.rgb * (1.0 - metallic);
    reflector.reflectance = mix(min(dielectric, 1.0) * specular, base.rgb, metallic);
    reflector.grazingReflectance = mix(min(specular, 1.0), 1.0, metallic);
    float arriving = keyLightHere();
    if (has(LAYER_ANISOTROPY)) addGrain(reflector, toEye);
    if (has(LAYER_IRIDESCENCE)) addFilm(reflector);
    vec3 tint = reflector.diffuse;
    float transmission = 0.0, opacity = 1.0;
    if (has(LAYER_TRANSMISSION)) transmission = material.transmission.x * layerMap(LAYER_MAP_TRANSMISSION).r;
    reflector.diffuse *= 1.0 - transmission;
    vec3 light = environmentLight(reflector, open) + keyLight(reflector, toEye, arriving);
    if (has(LAYER_TRANSMISSION)) {
        vec4 through = transmittedLight(reflector, tint, toEye);
        light += transmission * (1.0 - onceReflected(reflector)) * through.rgb;
        opacity = mix(1.0, through.a, transmission);
    }
    if (has(LAYER_SHEEN)) light = withSheen(light, reflector, open, arriving);
    light += emissive;
    if (has(LAYER_CLEARCOAT)) light = withClearcoat(light, toEye, open, arriving);
    vec3 color = toneMapped(light);
    return vec4(color, has(LAYER_TRANSMISSION) ? max(opacity, max(color.r, max(color.g, color.b))) : 1.0);
}
