#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "cli/expect.h"
#include "support/temporary_folder.h"

inline constexpr size_t kVertexBytes = 12 * 4, kFaceBytes = 1 + 3 * 4;

/// A file written by --export-pose.
struct Ply {
    std::string header, body;
    size_t vertices = 0, faces = 0;

    explicit Ply(const std::string& path) {
        const std::string bytes = readFile(path), end = "end_header\n";
        const size_t at = bytes.find(end);
        REQUIRE(at != std::string::npos);
        header = bytes.substr(0, at + end.size());
        body = bytes.substr(header.size());
        vertices = number("element vertex ");
        faces = number("element face ");
    }
    size_t number(const std::string& after) const {
        return std::stoul(header.substr(header.find(after) + after.size()));
    }
    float value(size_t vertex, size_t column) const {
        float value = 0.0f;
        std::memcpy(&value, body.data() + vertex * kVertexBytes + column * 4, 4);
        return value;
    }
};

inline Ply pose(const TemporaryFolder& folder, Arguments arguments) {
    const std::string path = folder / "pose.ply";
    const Finished finished = runSinew(arguments + Arguments{"--export-pose", path});
    requireExit(finished, 0);
    CHECK(finished.out.empty());
    return Ply(path);
}
