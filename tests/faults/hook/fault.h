#pragma once

#include <optional>
#include <span>

#include <volk.h>

/// A function of FALLIBLE_FUNCTIONS or FALLIBLE_BEFORE_VULKAN.
struct Fallible {
    const char* name;
    std::span<const VkResult> results;

    bool allows(VkResult result) const;
};

/// Counts the call from the code at `caller`. Returns the result to return instead of success, or nothing. The call
/// that fails is read from the environment:
///   SINEW_FAULT=FUNCTION:N:RESULT[:TIMES]   the N-th call (from 0) of that function, or of any with `*`, and those
///                                           after it until TIMES (1) have failed. A lost device stays lost.
///   SINEW_FAULT_LIST=FILE                   at the end: a line for each call, its function, its caller and the results
///                                           that it allows; then `struck COUNT` and `left COUNT`: failed calls,
///                                           objects not destroyed
/// Safe from any thread.
std::optional<VkResult> nextFault(const Fallible& function, const void* caller);

/// Whether the function does its work before it returns `result`: an image that no longer fits the window has been
/// presented, and a wait with a timeout has waited.
bool worksBefore(const Fallible& function, VkResult result);
