#include "support/models/figure.h"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "support/models/collada.h"

using import_files::Collada;

namespace {

struct Vector {
    double x, y, z;
};

struct Block {
    std::string name;
    Vector min, max;
    std::string color;
};

const std::vector<Block> kFigure{{"foot", {-0.2, 0.0, -0.15}, {0.2, 0.12, 0.45}, "0.75 0.25 0.15 1"},
                                 {"body", {-0.18, 0.12, -0.12}, {0.18, 0.85, 0.12}, "0.2 0.45 0.7 1"},
                                 {"arm", {0.18, 0.6, -0.08}, {0.65, 0.75, 0.08}, "0.85 0.7 0.2 1"},
                                 {"head", {-0.14, 0.85, -0.1}, {0.14, 1.15, 0.18}, "0.8 0.8 0.75 1"}};

/// Converts from the figure's axes (Y up, meters, outward faces) to those of the file.
struct Storage {
    Axis up = Axis::yUp;
    double metersPerUnit = 1.0;
    bool mirrored = false;

    Vector place(Vector v) const {
        if (mirrored) v.x = -v.x;
        if (up == Axis::zUp) v = {v.x, -v.z, v.y};
        return v;
    }
};

std::string numbers(const Vector& v) {
    return fmt::format("{:.6f} {:.6f} {:.6f} ", v.x, v.y, v.z);
}

std::string geometry(const Block& block, const Storage& storage) {
    const double scale = 1.0 / storage.metersPerUnit;
    std::string positions, normals, triangles;
    const auto corner = [&](int i) {
        const Vector v = storage.place(
            {i & 1 ? block.max.x : block.min.x, i & 2 ? block.max.y : block.min.y, i & 4 ? block.max.z : block.min.z});
        return Vector{v.x * scale, v.y * scale, v.z * scale};
    };
    for (int i = 0; i < 8; ++i)
        positions += numbers(corner(i));
    // Counterclockwise from outside: -x, +x, -y, +y, -z, +z.
    constexpr std::array<std::array<int, 4>, 6> kFaces{
        {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
    constexpr std::array<Vector, 6> kNormals{{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}}};
    for (size_t face = 0; face < 6; ++face) {
        normals += numbers(storage.place(kNormals[face]));
        std::array<int, 4> ring = kFaces[face];
        if (storage.mirrored) std::swap(ring[1], ring[3]);
        for (const int k : {0, 1, 2, 0, 2, 3})
            triangles += fmt::format("{} {} ", ring[static_cast<size_t>(k)], face);
    }
    return fmt::format(
        "<geometry id=\"{0}-mesh\" name=\"{0}\"><mesh>\n{1}{2}<vertices id=\"{0}-vertices\"><input "
        "semantic=\"POSITION\" "
        "source=\"#{0}-positions\"/></vertices><triangles material=\"{0}\" count=\"12\"><input semantic=\"VERTEX\" "
        "source=\"#{0}-vertices\" offset=\"0\"/><input semantic=\"NORMAL\" source=\"#{0}-normals\" "
        "offset=\"1\"/><p>{3}</p></triangles>"
        "</mesh></geometry>\n",
        block.name, Collada::source(block.name + "-positions", 24, positions, 3),
        Collada::source(block.name + "-normals", 18, normals, 3), triangles);
}

std::string materials() {
    std::string effects, list;
    for (const Block& block : kFigure) {
        effects += fmt::format(
            "<effect id=\"{0}-effect\"><profile_COMMON><technique "
            "sid=\"common\"><lambert><diffuse><color>{1}</color></diffuse></lambert>"
            "</technique></profile_COMMON></effect>\n",
            block.name, block.color);
        list += fmt::format(
            "<material id=\"{0}-material\" name=\"{0}\"><instance_effect url=\"#{0}-effect\"/></material>\n",
            block.name);
    }
    return "<library_effects>\n" + effects + "</library_effects>\n<library_materials>\n" + list +
           "</library_materials>\n";
}

std::string blockNode(const Block& block, const std::string& matrix) {
    return fmt::format(
        "<node id=\"{0}\" name=\"{0}\">{1}<instance_geometry "
        "url=\"#{0}-mesh\"><bind_material><technique_common><instance_material "
        "symbol=\"{0}\" target=\"#{0}-material\"/></technique_common></bind_material></instance_geometry></node>\n",
        block.name, matrix);
}

std::string document(const Storage& storage, const std::string& libraries, const std::string& nodes) {
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
        "version=\"1.4.1\">\n<asset><unit name=\"unit\" "
        "meter=\"{}\"/><up_axis>{}</up_axis></asset>\n{}<library_visual_scenes>"
        "<visual_scene id=\"scene\" "
        "name=\"scene\">\n{}</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene "
        "url=\"#scene\"/></scene>\n</COLLADA>\n",
        storage.metersPerUnit, storage.up == Axis::zUp ? "Z_UP" : "Y_UP", libraries, nodes);
}

std::string meshLibraries(const Storage& storage) {
    std::string geometries;
    for (const Block& block : kFigure)
        geometries += geometry(block, storage);
    return materials() + "<library_geometries>\n" + geometries + "</library_geometries>\n";
}

std::string figureOf(const Storage& storage) {
    std::string nodes;
    for (const Block& block : kFigure)
        nodes += blockNode(block, storage.mirrored ? "<matrix>-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>" : "");
    return document(storage, meshLibraries(storage), nodes);
}

/// Turns the element "turn" of these nodes from 0 to `degrees` within one second.
std::string turns(const std::vector<std::string>& nodes, double degrees) {
    std::string animations;
    for (const std::string& node : nodes)
        animations += fmt::format(
            "<animation id=\"{0}-animation\">{1}{2}{3}<sampler id=\"{0}-sampler\">{4}{5}{6}</sampler><channel "
            "source=\"#{0}-sampler\" target=\"{0}/turn.ANGLE\"/></animation>\n",
            node, Collada::source(node + "-in", 2, "0 1", 1, "TIME"),
            Collada::source(node + "-out", 2, fmt::format("0 {}", degrees), 1, "ANGLE"),
            Collada::words(node + "-how", 2, "LINEAR LINEAR", "INTERPOLATION"), Collada::input("INPUT", node + "-in"),
            Collada::input("OUTPUT", node + "-out"), Collada::input("INTERPOLATION", node + "-how"));
    return "<library_animations>\n" + animations + "</library_animations>\n";
}

}  // namespace

std::string figure(Axis up, double metersPerUnit) {
    return figureOf({.up = up, .metersPerUnit = metersPerUnit});
}

std::string mirroredFigure() {
    return figureOf({.mirrored = true});
}

std::string turningFigure() {
    const Storage storage;
    std::string upper;
    for (const char* name : {"body", "arm", "head"})
        for (const Block& block : kFigure)
            if (block.name == name) upper += blockNode(block, "");
    const std::string nodes = blockNode(kFigure[0], "") +
                              "<node id=\"waist\" name=\"waist\"><rotate sid=\"turn\">0 1 0 0</rotate>\n" + upper +
                              "</node>\n";
    return document(storage, meshLibraries(storage) + turns({"waist"}, 180.0), nodes);
}

std::string travelingFigure() {
    const Storage storage;
    std::string blocks;
    for (const Block& block : kFigure)
        blocks += blockNode(block, "");
    // One linear segment: 1.3 forward during a sixth of a turn.
    std::string animations = turns({"hips"}, 60.0);
    std::string way = turns({"hips"}, 1.3);
    const auto replaceAll = [](std::string& text, const std::string& from, const std::string& to) {
        for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
    };
    replaceAll(way, "hips-", "way-");
    replaceAll(way, "hips/turn.ANGLE", "hips/way.Z");
    replaceAll(way, "ANGLE", "Z");
    const std::string nodes =
        "<node id=\"hips\" name=\"hips\"><translate sid=\"way\">0 0 0</translate><rotate sid=\"turn\">0 1 0 "
        "0</rotate>\n" +
        blocks + "</node>\n";
    return document(storage, meshLibraries(storage) + animations + way, nodes);
}

std::string skeletonOnly() {
    std::string nodes, ends;
    std::vector<std::string> names;
    for (int i = 0; i < 5; ++i) {
        names.push_back(fmt::format("joint{}", i));
        nodes += fmt::format(
            "<node id=\"{0}\" sid=\"{0}\" name=\"{0}\" type=\"JOINT\"><translate>0 {1} 0</translate><rotate "
            "sid=\"turn\">0 0 1 0</rotate>\n",
            names.back(), i == 0 ? 0.0 : 0.4);
        ends += "</node>\n";
    }
    return document({}, turns(names, 40.0), nodes + ends);
}
