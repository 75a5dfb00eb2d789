#pragma once

#include <array>
#include <string_view>

/// The endings of the import's fuzzer: the first byte of its input is an index. import_run.sh has the same list.
constexpr std::array<std::string_view, 40> kEndings{
    ".dae", ".glb", ".gltf", ".fbx", ".x",   ".b3d", ".smd",  ".md5mesh",  ".obj",  ".sinew",
    ".3ds", ".ac",  ".ase",  ".bvh", ".cob", ".csm", ".dxf",  ".iqm",      ".irr",  ".irrmesh",
    ".lwo", ".lws", ".md2",  ".md3", ".mdc", ".mdl", ".ms3d", ".nff",      ".off",  ".ogex",
    ".ply", ".q3o", ".raw",  ".stl", ".x3d", ".xgl", ".3mf",  ".mesh.xml", ".mesh", ".zae"};
