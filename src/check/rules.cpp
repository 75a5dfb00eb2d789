#include "check/check.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr CheckRule kRules[] = {
    // weights
    {"influences-cut", "vertices have more influences than are kept",
     "limit the influences in the modeling tool and check the deformation, or use --influences 8",
     "% of the model's size or % of a vertex's weight"},
    {"weights-not-normalised", "vertex weights do not sum to 1", "normalize all weights", "vertices"},
    {"vertices-unweighted", "vertices of a skinned mesh have no weights", "weight them at least to the nearest bone",
     "vertices"},
    {"weight-ignored", "weights are negative, not finite or without a vertex", "clean up the weights and export again",
     "weights"},
    {"weight-of-no-joint", "weights refer to a joint that the skin does not have",
     "bind the mesh to its skeleton again"},
    {"weights-stray", "a bone moves vertices that are far from it", "remove the weight of the bone there",
     "% of the model's size"},
    {"bone-far", "a bone is far from all vertices that it moves", "check which bone the vertices belong to",
     "% of the model's size"},

    // bones
    {"bones-split", "a mesh has more bones than a palette", "nothing to do here; some engines reject such a mesh",
     "bones"},
    {"bone-unused", "bones of a skin move none of its vertices", "remove them from the skin to save time", "bones"},
    {"bone-name-duplicate", "a bone shares its name with another node", "give each bone a unique name", "bones"},
    {"bone-ambiguous", "several nodes match the name of a bone", "give each bone a unique name", "nodes"},
    {"bone-without-node", "a bone refers to a node that does not exist", "export the skeleton together with the mesh"},
    {"bone-scale-zero", "a bone has a scale of 0 in the rest pose", "use a small scale, or hide the mesh", "bones"},
    {"bone-scale-negative", "a bone has a negative scale in the rest pose",
     "apply the scale, then mirror the bones themselves", "bones"},
    {"bone-scale-uneven", "a bone has a non-uniform scale in the rest pose", "apply the scale before skinning",
     "bones"},
    {"bind-singular", "an inverse bind matrix is singular", "bind the mesh to its skeleton again", "bones"},
    {"bind-not-rest", "the bind pose differs from the rest pose",
     "nothing to do for playback; tools that show the rest pose show a different shape", "% of the model's size"},
    {"bind-matrices-missing", "a skin has no inverse bind matrices", "export the skin with inverse bind matrices"},
    {"bind-shape-missing", "a skin has no bind shape matrix", "nothing to do: the identity is used"},

    // clips
    {"clips-none", "a model has a skeleton, but no clips",
     "export the animation with it, or add the file that has the clips to the command line"},
    {"clip-empty", "a clip has no channels", "delete it, or export its animation again"},
    {"clip-still", "nothing moves in a clip", "delete it, unless it is meant as a pose"},
    {"rotation-wide", "neighboring rotation keys are nearly half a turn apart", "add a key between them", "degrees"},
    {"loop-seam", "a clip jumps from its last pose to its first", "make the last pose equal to the first",
     "% of the model's size"},
    {"loop-speed", "the velocity jumps from the end of a clip to its start",
     "match the tangents of the curves at both ends", "% of the model's size a second"},
    {"clip-not-looping", "a clip does not end in the pose that it starts in", "play it with --once, or close the loop",
     "% of the model's size"},
    {"loop-held", "a clip holds its last pose before it repeats", "remove the last frames", "s"},
    {"frame-repeated", "a clip shows one frame twice in the middle of a movement", "export the animation again"},
    {"clip-early", "a clip has keys before 0", "move its keys to start at 0", "s"},
    {"clip-late", "a clip has its first key late", "move its keys to start at 0", "s"},
    {"clip-slow", "the keys of a clip are far apart, as if their times were not in seconds",
     "export the times in seconds", "s"},
    {"clip-fast", "a clip is over at once, as if its times were not in seconds", "export the times in seconds", "s"},
    {"channels-start-apart", "a channel starts later than the others of its clip", "export the animation again"},
    {"channels-end-apart", "a channel ends at another time than the others of its clip",
     "end all channels at the same frame"},
    {"bone-still", "a bone stands still while its counterpart or its neighbors move", "check its keys in that clip"},
    {"bone-displaced", "a clip holds a bone away from where it rests", "check its translation in that clip",
     "% of the model's size"},
    {"clip-unit", "a clip is in another unit than the skeleton", "export both in the same unit", "times"},
    {"clip-scale-negative", "a clip scales a bone to a negative size", "animate without negative scale"},
    {"clip-scale-zero", "a clip scales a bone to 0", "use a small scale, or hide the mesh"},
    {"clip-scale-uneven", "a clip scales a bone non-uniformly", "scale it uniformly, or use a bone without children",
     "times"},
    {"clip-scale-other", "a clip scales a bone to a size far from its rest scale", "check its scale in that clip",
     "times"},
    {"key-pop", "a bone pops out of its movement for a few keys", "remove these keys",
     "degrees or % of the model's size"},
    {"rotation-wraps", "a bone turns all the way round within a frame or a few keys",
     "filter the Euler curves (remove jumps by 360 degrees) before export", "degrees"},
    {"motion-jump", "a bone jumps and goes on elsewhere", "check its keys there", "degrees or % of the model's size"},
    {"motion-jitter", "a bone trembles", "smooth its keys", "keys"},
    {"motion-stepped", "a bone moves in steps while others move smoothly", "set its interpolation to linear", "steps"},
    {"track-constant", "tracks repeat one value in many keys", "remove constant keys on export", "keys"},
    {"keys-dense", "keys can be interpolated from the others", "reduce the keys on export", "keys"},
    {"foot-slide", "a foot slides during ground contact", "lock the foot, or match the speed of the root",
     "% of the skeleton's height"},
    {"root-drift", "a clip does not end where it starts", "nothing to do if the clip has root motion",
     "% of the model's size"},
    {"channel-unmatched", "channels animate targets that do not exist",
     "use the same names in the skeleton and the clip", "channels"},
    {"mesh-channel-ignored", "channels animate whole meshes", "export the animation as bones or morph targets",
     "channels"},
    {"channel-unusable", "a channel of an animation cannot be read", "export the animation again"},
    {"keys-mismatched", "a channel does not have one value for each key", "export the animation again"},
    {"key-dropped", "keys are not finite", "export the animation again", "keys"},
    {"key-order", "keys are out of order or at equal times", "remove duplicate keys and export again", "tracks"},
    {"shear-lost", "an animation has shear, which is not supported", "animate without skew"},
    {"skew-replaced", "a skew was replaced by rotation and scale", "nothing to do"},
    {"clip-unfolded", "a clip refers to other clips", "nothing to do", "clips"},
    {"clips-joined", "the animations of single nodes were joined into one clip",
     "export them as one clip, or declare the clips", "animations"},
    {"clip-file-unmatched", "channels of another file match nothing in the model",
     "use the same names in both skeletons", "channels"},
    {"clip-file-size", "clips come from a skeleton of a different size", "use --retarget rotation", "times"},

    // meshes
    {"triangles-degenerate", "triangles have no area", "merge duplicate vertices", "triangles"},
    {"triangles-stretch", "a pose stretches triangles more than four times", "check the weights there in that pose",
     "triangles"},
    {"triangles-collapse", "a pose shrinks triangles to less than a tenth",
     "add a twist bone, or smooth the weights there", "triangles"},
    {"seam-opens", "vertices at one point of a surface move apart",
     "merge them, or give both sides of the seam the same weights", "% of the model's size"},
    {"uvs-missing", "a material has a texture, but the mesh has no texture coordinates", "unwrap the mesh", "vertices"},
    {"winding-flipped", "faces point against their normals", "recalculate the normals, or flip the faces", "triangles"},
    {"normals-bent", "single faces point against their normals",
     "recalculate the normals there, unless they were edited", "triangles"},
    {"size-extreme", "a model has an implausible size", "correct the unit, or use --scale", "m or units"},
    {"mesh-empty", "a mesh has no triangles", "delete it"},
    {"mesh-unusable", "a mesh cannot be drawn", "export it again"},
    {"compression-invalid", "compressed data cannot be decoded", "compress the file again"},
    {"attribute-ignored", "an attribute does not fit the vertices of its mesh", "export the mesh again"},
    {"index-out-of-range", "triangles refer to vertices that do not exist", "export the mesh again", "triangles"},
    {"position-not-finite", "vertex positions are not finite", "repair the mesh and export it again", "vertices"},
    {"normals-made", "normals are missing and were computed", "export normals to keep the original shading",
     "vertices"},
    {"morph-misfit", "morph targets do not match their mesh", "export them with the vertices of the mesh",
     "morph targets"},
    {"root-not-finite", "the root transform is not finite", "correct the unit and the axes, and export again"},

    // files
    {"texture-missing", "a texture file was not found", "copy it into the model's directory"},
    {"texture-unreadable", "a texture file cannot be read", "save it as PNG or JPEG"},
    {"texture-fallback", "another picture is drawn instead of a texture's preferred one",
     "repair or remove the preferred one"},
    {"texture-path-absolute", "a texture has an absolute path", "export with relative paths"},
    {"texture-embedded", "a texture is embedded in the model file", "nothing to do"},
    {"texture-size", "a texture size is not a power of two", "nothing to do here; old hardware rescales it"},
    {"bump-map-ignored", "a height map is not supported", "bake it into a normal map"},
    {"opacity-zero", "a material is fully transparent", "correct the opacity"},
    {"material-invalid", "a material has values that are not valid", "correct them, or export the material again"},
    {"material-extension-ignored", "materials use an extension that is not supported",
     "nothing to do, unless the model looks wrong"},
    {"layer-textures-ignored", "a material has too many textures in extensions",
     "combine them, such as the red and green channels of clearcoat"},
    {"specular-map-ignored",
     "a map of specular color and glossiness is in compressed blocks, which cannot be converted",
     "convert the material to metallic-roughness"},
    {"specular-map-averaged", "a map of specular color and glossiness does not fit the diffuse map",
     "convert the material to metallic-roughness"},
    {"separate-maps-ignored", "a material has metallic or roughness in a map of its own",
     "combine them in one image: roughness in green, metallic in blue"},
    {"uv-set-ignored", "a texture uses a UV set after the second", "use UV set 0 or 1"},
    {"uv-set-missing", "a texture uses the second UV set, which the mesh does not have", "add it, or use UV set 0"},
    {"image-without-file", "an image has no file", "set its file, or remove it"},
    {"unit-unknown", "a file has no unit of length", "use --scale and --up if the size or the orientation is wrong"},
    {"collada-encoding", "a document is not plain UTF-8", "nothing to do"},
    {"leading-blanks", "lists start with blanks", "nothing to do here; some readers reject them", "lists"},
};

}  // namespace

std::span<const CheckRule> checkRules() {
    return kRules;
}

const CheckRule* ruleFor(std::string_view id) {
    const auto* const rule = std::ranges::find(kRules, id, &CheckRule::id);
    return rule == std::end(kRules) ? nullptr : rule;
}

std::string_view adviceFor(std::string_view id) {
    const CheckRule* const rule = ruleFor(id);
    return rule ? rule->advice : std::string_view();
}

}  // namespace sinew
