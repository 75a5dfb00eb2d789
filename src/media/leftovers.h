#pragma once

#include <filesystem>

namespace sinew {

/// A name in `folder` under which this process writes what is then renamed; each call has another one. It is short,
/// whatever the name will be.
std::filesystem::path temporaryNameIn(const std::filesystem::path& folder);

/// Marks an open file as one that somebody writes, until the last descriptor of it is closed. False: it is being
/// removed, take another name.
bool claimTemporary(int file);

/// Removes what killed processes of this user have left in `folder`: files under temporary names that nobody has
/// claimed, and which this host made or which have not changed for a day, because some shared file systems do not pass
/// claims on to other hosts. Only the first call for a folder looks. What cannot be removed stays.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace sinew
