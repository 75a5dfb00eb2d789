#include "support/models/twisted_limb.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "support/models/collada.h"

using import_files::Collada;

namespace {

constexpr int kRings = 25, kSides = 24;
constexpr double kRadius = 0.12;

}  // namespace

std::string twistedLimb() {
    std::string positions, triangles, weights, counts, influences;
    for (int ring = 0; ring < kRings; ++ring)
        for (int side = 0; side < kSides; ++side) {
            const double angle = 2.0 * std::numbers::pi * side / kSides, height = ring / (kRings - 1.0);
            positions +=
                fmt::format("{:.6f} {:.6f} {:.6f} ", kRadius * std::cos(angle), height, kRadius * std::sin(angle));
            counts += "2 ";
            influences += fmt::format("0 {} 1 {} ", 2 * ring, 2 * ring + 1);
        }
    for (int ring = 0; ring < kRings; ++ring)
        weights += fmt::format("{:.6f} {:.6f} ", 1.0 - ring / (kRings - 1.0), ring / (kRings - 1.0));
    for (int ring = 0; ring + 1 < kRings; ++ring)
        for (int side = 0; side < kSides; ++side) {
            const int a = ring * kSides + side, b = ring * kSides + (side + 1) % kSides;
            triangles += fmt::format("{} {} {} {} {} {} ", a, a + kSides, b, b, a + kSides, b + kSides);
        }
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA "
           "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
           "version=\"1.4.1\"><asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry "
           "id=\"limb\"><mesh>" +
           Collada::source("p", kRings * kSides * 3, positions, 3) + "<vertices id=\"v\">" +
           Collada::input("POSITION", "p") +
           fmt::format("</vertices><triangles count=\"{}\">{}<p>{}</p></triangles>", 2 * (kRings - 1) * kSides,
                       Collada::input("VERTEX", "v", " offset=\"0\""), triangles) +
           "</mesh></geometry></library_geometries><library_controllers><controller id=\"skin\"><skin "
           "source=\"#limb\"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>" +
           Collada::words("j", 2, "elbow wrist", "JOINT") +
           Collada::source("b", 32, "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 -1 0 0 1 0 0 0 0 1", 16) +
           Collada::source("w", 2 * kRings, weights, 1, "WEIGHT") + "<joints>" + Collada::input("JOINT", "j") +
           Collada::input("INV_BIND_MATRIX", "b") + "</joints>" +
           fmt::format("<vertex_weights count=\"{}\">{}{}<vcount>{}</vcount><v>{}</v></vertex_weights>",
                       kRings * kSides, Collada::input("JOINT", "j", " offset=\"0\""),
                       Collada::input("WEIGHT", "w", " offset=\"1\""), counts, influences) +
           "</skin></controller></library_controllers><library_visual_scenes><visual_scene id=\"s\"><node id=\"elbow\" "
           "sid=\"elbow\" name=\"elbow\" type=\"JOINT\"><node id=\"wrist\" sid=\"wrist\" name=\"wrist\" "
           "type=\"JOINT\"><translate>0 1 0</translate><rotate>0 1 0 180</rotate></node></node><node "
           "id=\"shown\"><instance_controller url=\"#skin\"/></node></visual_scene></library_visual_scenes><scene>"
           "<instance_visual_scene url=\"#s\"/></scene></COLLADA>";
}
