#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "model/imported_model.h"

namespace sinew::exporting {

// Where a clip's poses are: at its seam, along its way over the ground, and relative to another pose.

/// A model whose clips are edited.
struct EditedModel {
    ImportedModel& imported;
    glm::mat4 worldFromRoot{1.0f};  ///< the world is Y up
    double size = 0.0;              ///< of the model at rest

    Model& model() const { return imported.model; }
};
EditedModel editedModel(ImportedModel& imported, std::optional<UpAxis> up);

// Each returns what it did as text: "drift 41 % -> 0 % of the model's size".

/// mendLoop().
std::string closeLoop(const EditedModel& edited, AnimationClip& clip);

/// Takes the root motion out of a clip's pose.
std::string makeInPlace(const EditedModel& edited, AnimationClip& clip);

/// Moves the root motion of Model::clips[clip] from the node that has it to the one above, so that all poses stay as
/// they are. Makes a node "Root" where there is none above, or that is animated, scaled unevenly, or a root of the
/// file.
std::string moveToRoot(const EditedModel& edited, size_t clip, std::set<std::string>& made);

/// Turns the poses of a clip into the rest pose and their difference from the first one of `reference`.
void makeAdditive(const Model& model, AnimationClip& clip, const AnimationClip& reference);

/// The largest distance of a node between two clips of a model of equal length, at a few times.
double largestDistance(const EditedModel& edited, const AnimationClip& clip, const AnimationClip& other);

/// Adds the times of all keys of places and rotations within a clip, and its ends.
void addTimes(const Channel& channel, double durationSeconds, std::set<double>& times);

/// A movement as keys of places and rotations: at given times, and as many between them as interpolation needs. `size`:
/// of the model.
Channel motionKeys(const std::set<double>& times, const std::function<Transform(double)>& at, double size);

/// "3.1 %"; of the model's size.
std::string shareText(const EditedModel& edited, double length);

}  // namespace sinew::exporting
