#include "model/check_rules.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr CheckRule kRules[] = {
    // weights
    {"influences-cut", "vertices with more influences than are kept",
     "limit the influences in the modelling program and look at the places named, or use --influences 8",
     "% of the model's size or % of a vertex's weight"},
    {"weights-not-normalised", "weights that do not sum to 1", "normalise all weights", "vertices"},
    {"vertices-unweighted", "vertices of a skinned mesh without a weight", "weight them, to the nearest bone at least",
     "vertices"},
    {"weight-ignored", "weights that are negative, not finite or of no vertex", "clean the weights and export again",
     "weights"},
    {"weight-of-no-joint", "weights that name no joint of the skin", "bind the mesh to its skeleton again"},
    {"weights-stray", "vertices far from a bone that moves them", "remove that bone's weight there",
     "% of the model's size"},
    {"bone-far", "a bone far from all that it moves", "check which bone the vertices were meant for",
     "% of the model's size"},

    // bones
    {"bones-split", "more bones in a mesh than a palette has", "nothing to do here; some engines refuse such a mesh",
     "bones"},
    {"bone-unused", "bones of a mesh that move none of its vertices", "leave them out of the skin to save time",
     "bones"},
    {"bone-name-duplicate", "bones that share their name with another node", "give every bone a name of its own",
     "bones"},
    {"bone-ambiguous", "several nodes have a bone's name", "give every bone a name of its own", "nodes"},
    {"bone-without-node", "a bone that names no node", "export the skeleton together with the mesh"},
    {"bone-scale-zero", "a scale of 0 in the rest pose", "give it a small scale instead, or hide the mesh", "bones"},
    {"bone-scale-negative", "a mirroring scale in the rest pose", "apply the scale, then mirror the bones themselves",
     "bones"},
    {"bone-scale-uneven", "a scale that differs by axis in the rest pose", "apply the scale before skinning", "bones"},
    {"bind-singular", "an inverse bind matrix that flattens", "bind the mesh to its skeleton again", "bones"},
    {"bind-not-rest", "the pose of skinning is not the rest pose",
     "nothing to do for playing; tools that show the rest pose show another figure", "% of the model's size"},
    {"bind-matrices-missing", "a skin without inverse bind matrices", "export the skin with them"},
    {"bind-shape-missing", "a skin without a bind shape matrix", "nothing to do: the identity was meant"},

    // clips
    {"clips-none", "a skeleton and no clip", "export the animation with it, or name a file that has it"},
    {"clip-empty", "a clip without channels", "delete it or export its animation again"},
    {"clip-still", "a clip in which nothing moves", "delete it unless it is meant as a pose"},
    {"rotation-wide", "neighbouring rotation keys nearly half a turn apart", "add a key between them", "degrees"},
    {"loop-seam", "a jump from the last pose to the first", "make the last pose equal to the first",
     "% of the model's size"},
    {"loop-speed", "a jump in speed from the end to the beginning", "smooth the curves across the loop's ends",
     "% of the model's size a second"},
    {"clip-not-looping", "a clip that ends elsewhere than it begins", "play it with --once, or close the loop",
     "% of the model's size"},
    {"track-constant", "tracks with many keys of one value", "export without constant keys", "keys"},
    {"keys-dense", "keys that lie between their neighbours", "reduce the keys when exporting", "keys"},
    {"foot-slide", "a foot moves though it stands", "hold the foot in place, or match the speed of the root",
     "% of the skeleton's height"},
    {"root-drift", "a clip ends elsewhere than it begins", "nothing to do if the clip is meant to travel",
     "% of the model's size"},
    {"channel-unmatched", "channels that name nothing that there is", "match the names of the skeleton and the clip",
     "channels"},
    {"mesh-channel-ignored", "channels that change whole meshes", "export the animation with bones or morph targets",
     "channels"},
    {"key-dropped", "keys that are not finite", "export the animation again", "keys"},
    {"key-order", "keys out of order or at equal times", "remove doubled keys and export again", "tracks"},
    {"shear-lost", "movement with shear, which is not played", "animate without skew"},
    {"skew-replaced", "a skew, which became turns and scales", "nothing to do"},
    {"clip-unfolded", "clips that name other clips", "nothing to do", "clips"},
    {"clips-joined", "animations of single nodes taken as one clip", "export them as one clip, or with clips declared",
     "animations"},
    {"clip-file-unmatched", "channels of another file that fit nothing", "match the names of both skeletons",
     "channels"},
    {"clip-file-size", "clips of a skeleton of another size", "use --retarget rotation", "times"},

    // meshes
    {"triangles-degenerate", "triangles without area", "merge doubled vertices", "triangles"},
    {"triangles-stretch", "triangles that a pose stretches more than four times",
     "look at the weights there at the time named", "triangles"},
    {"triangles-collapse", "triangles that a pose shrinks to less than a tenth",
     "add a twist bone or smooth the weights there", "triangles"},
    {"seam-opens", "vertices at one place of a surface that move apart",
     "merge them, or give both sides of the seam the same weights", "% of the model's size"},
    {"uvs-missing", "a picture and no texture coordinates", "unwrap the mesh", "vertices"},
    {"winding-flipped", "faces that look against their normals", "recalculate the normals or flip the faces",
     "triangles"},
    {"normals-bent", "single faces that look against their normals",
     "recalculate the normals there unless they were edited", "triangles"},
    {"size-extreme", "a model of an unlikely size", "correct the unit, or use --scale", "m or units"},
    {"mesh-empty", "a mesh without triangles", "delete it"},
    {"mesh-unusable", "a mesh that cannot be shown", "export it again"},
    {"index-out-of-range", "triangles with vertices that do not exist", "export the mesh again", "triangles"},
    {"position-not-finite", "vertices without a finite position", "repair the mesh and export it again", "vertices"},
    {"normals-made", "normals that the file does not have", "export normals to keep the shading as it was modelled",
     "vertices"},
    {"morph-misfit", "morph targets that do not fit their mesh", "export them with the mesh's own vertices",
     "morph targets"},
    {"root-not-finite", "a root transform that is not finite", "correct the unit and the axes and export again"},

    // files
    {"texture-missing", "a picture that is not there", "put it into the model's folder"},
    {"texture-unreadable", "a picture that cannot be read", "save it as PNG or JPEG"},
    {"texture-path-absolute", "a picture named by an absolute path", "export with relative paths"},
    {"texture-embedded", "a picture within the model's file", "nothing to do"},
    {"texture-size", "a picture whose sides are no powers of two", "nothing to do here; old hardware scales it"},
    {"bump-map-ignored", "a picture of heights, which is not drawn", "bake it into a normal map"},
    {"opacity-zero", "a material that is wholly transparent", "correct the opacity"},
    {"image-without-file", "an image that names no file", "name its file or remove it"},
    {"unit-unknown", "no unit of length in the file", "use --scale and --up if it stands wrong"},
    {"collada-encoding", "a document that is not plain UTF-8", "nothing to do"},
    {"leading-blanks", "lists that begin with blanks", "nothing to do here; some readers refuse them", "lists"},
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
