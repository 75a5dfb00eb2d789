#pragma once

#include <functional>
#include <string>

/// The direction in which a goal is met.
enum class Bound { atLeast, atMost };

/// Reports the measurement for a goal in goals.cpp.
void measured(const std::string& id, double value);

/// Prints all goals with the measurements of this run, also those that were not measured.
void printGoals();

/// The goals as JSON: {"goals": [{"id", "goal", "measured", "holds"}]}, with null for goals that were not measured.
/// @throws std::runtime_error if the file cannot be written.
void writeGoals(const std::string& path);
