#pragma once

#include <string>

#include "support/models/fbx_scene.h"

namespace import_files {

/// An FBX 7.4 text file: one square with two shapes, "A" and "B", each a channel of its own. A lifts the first corner
/// by 5 and turns its normal, B pushes the second by 6 along x. At rest A has 25 %, B 50 %. In the clip of 1 s A goes
/// from 0 to 100 %, B from 100 % over -20 % (at half) to 0.
inline std::string morphedFbx() {
    FbxScene scene;
    scene.model(200, "node", "Mesh", 0);
    scene.square(100, 200);
    scene.blendShape(300, 100);
    scene.channel(301, 300, "A", 25.0, {100.0});
    scene.channel(302, 300, "B", 50.0, {100.0});
    scene.shape(101, 301, "A", 0, {0, 0, 5}, {0, 1, 0});
    scene.shape(102, 302, "B", 1, {6, 0, 0}, {0, 0, 0});
    scene.stack(400, "take", 1.0);
    scene.layer(401, 400);
    scene.curve(410, 401, 301, "DeformPercent", "d|DeformPercent", {{0.0, 0.0}, {1.0, 100.0}});
    scene.curve(412, 401, 302, "DeformPercent", "d|DeformPercent", {{0.0, 100.0}, {0.5, -20.0}, {1.0, 0.0}});
    return scene.text();
}

}  // namespace import_files
