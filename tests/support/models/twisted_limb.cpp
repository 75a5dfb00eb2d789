#include "support/models/twisted_limb.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace {

constexpr int kRings = 25, kSides = 24;
constexpr double kRadius = 0.12;

std::string source(const std::string& id, int count, int stride, const std::string& params, const std::string& values) {
    return fmt::format(
        "<source id=\"{0}\"><float_array id=\"{0}-array\" count=\"{1}\">{4}</float_array><technique_common><accessor "
        "source=\"#{0}-array\" count=\"{2}\" stride=\"{3}\">{5}</accessor></technique_common></source>\n",
        id, count * stride, count, stride, values, params);
}

}  // namespace

std::string twistedLimb() {
    constexpr const char* kXyz =
        "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/>";
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
           source("p", kRings * kSides, 3, kXyz, positions) +
           fmt::format(
               "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles "
               "count=\"{}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>{}</p></triangles>",
               2 * (kRings - 1) * kSides, triangles) +
           "</mesh></geometry></library_geometries><library_controllers><controller id=\"skin\"><skin "
           "source=\"#limb\"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix><source "
           "id=\"j\"><Name_array id=\"j-array\" count=\"2\">elbow wrist</Name_array><technique_common><accessor "
           "source=\"#j-array\" count=\"2\" stride=\"1\"><param name=\"JOINT\" "
           "type=\"name\"/></accessor></technique_common></source>" +
           source("b", 2, 16, "<param name=\"TRANSFORM\" type=\"float4x4\"/>",
                  "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 -1 0 0 1 0 0 0 0 1") +
           source("w", 2 * kRings, 1, "<param name=\"WEIGHT\" type=\"float\"/>", weights) +
           "<joints><input semantic=\"JOINT\" source=\"#j\"/><input semantic=\"INV_BIND_MATRIX\" "
           "source=\"#b\"/></joints>" +
           fmt::format(
               "<vertex_weights count=\"{}\"><input semantic=\"JOINT\" source=\"#j\" offset=\"0\"/><input "
               "semantic=\"WEIGHT\" source=\"#w\" offset=\"1\"/><vcount>{}</vcount><v>{}</v></vertex_weights>",
               kRings * kSides, counts, influences) +
           "</skin></controller></library_controllers><library_visual_scenes><visual_scene id=\"s\"><node id=\"elbow\" "
           "sid=\"elbow\" name=\"elbow\" type=\"JOINT\"><node id=\"wrist\" sid=\"wrist\" name=\"wrist\" "
           "type=\"JOINT\"><translate>0 1 0</translate><rotate>0 1 0 180</rotate></node></node><node "
           "id=\"shown\"><instance_controller url=\"#skin\"/></node></visual_scene></library_visual_scenes><scene>"
           "<instance_visual_scene url=\"#s\"/></scene></COLLADA>";
}
