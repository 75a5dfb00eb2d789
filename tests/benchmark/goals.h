#pragma once

#include <functional>
#include <string>

/// A goal of ours: which side of its figure it has to be on.
enum class Bound { atLeast, atMost };

/// Says what was measured for the goal of that name: one of the list in goals.cpp.
void measured(const std::string& id, double value);

/// The list of goals, each with what this run measured; goals that it did not measure are there, too.
void printGoals();

/// The same as JSON: {"goals": [{"id", "goal", "measured", "holds"}]}, null where nothing was measured.
/// @throws std::runtime_error when the file cannot be written.
void writeGoals(const std::string& path);
