#pragma once

#include <string>
#include <vector>

#include "support/models/collada.h"

namespace import_files {

/// A Collada file with one controller: a square in the plane z = 0 with morph targets, alone or below a skin whose only
/// joint turns x to y. The square is a polygon and, with `groups`, a triangle of its last three corners.
struct MorphedCollada {
    struct Target {
        std::string id;
        std::vector<float> positions;  ///< of its vertices
        std::string faces;             ///< its primitives; empty: those of the square
        std::vector<float> normals{};  ///< one for each vertex, of a <p> of its own where `normalOffset`
    };
    std::vector<Target> targets;
    std::vector<float> weights;
    std::string method = "NORMALIZED";
    bool skinned = false, groups = false;
    std::vector<float> normals{};  ///< of the square, one for each vertex; empty: none
    bool normalOffset = false;     ///< normals are per corner, not per vertex
    std::string faces{};           ///< in place of the square's
    std::string nodes{};           ///< beside the square's
    std::string animations{};      ///< content of library_animations

    std::string text() const {
        std::string geometries = geometry("square", {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, normals, faces);
        for (const Target& target : targets)
            geometries += geometry(target.id, target.positions, target.normals, target.faces);
        return "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
               "version=\"1.4.1\"><asset><up_axis>Y_UP</up_axis></asset><library_geometries>" +
               geometries + "</library_geometries><library_controllers>" + morph() + (skinned ? skin() : "") +
               "</library_controllers>" +
               (animations.empty() ? "" : "<library_animations>" + animations + "</library_animations>") +
               "<library_visual_scenes><visual_scene id=\"scene\">" + nodes +
               (skinned ? "<node id=\"bone\" sid=\"bone\" name=\"bone\" type=\"JOINT\"><rotate sid=\"r\">0 0 1 "
                          "90</rotate></node>"
                        : "") +
               "<node id=\"shown\" name=\"shown\"><instance_controller url=\"#" + (skinned ? "skin" : "morph") +
               "\"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene "
               "url=\"#scene\"/></scene></COLLADA>";
    }

  private:
    std::string geometry(const std::string& id, const std::vector<float>& positions,
                         const std::vector<float>& ownNormals, const std::string& ownFaces) const {
        const bool withVertices = !ownNormals.empty() && !normalOffset;
        const std::string inputs =
            Collada::input("VERTEX", id + "-v", " offset=\"0\"") +
            (ownNormals.empty() || withVertices ? "" : Collada::input("NORMAL", id + "-n", " offset=\"0\""));
        std::string primitives = "<polylist count=\"1\">" + inputs + "<vcount>4</vcount><p>0 1 2 3</p></polylist>";
        if (groups) primitives += "<triangles count=\"1\">" + inputs + "<p>3 2 1</p></triangles>";
        if (!ownFaces.empty()) {
            primitives = ownFaces;
            for (size_t at; (at = primitives.find("INPUTS")) != std::string::npos;)
                primitives.replace(at, 6, inputs);
        }
        return "<geometry id=\"" + id + "\" name=\"" + id + "\"><mesh>" + Collada::source(id + "-p", positions, 3) +
               (ownNormals.empty() ? "" : Collada::source(id + "-n", ownNormals, 3)) + "<vertices id=\"" + id +
               "-v\">" + Collada::input("POSITION", id + "-p") +
               (withVertices ? Collada::input("NORMAL", id + "-n") : "") + "</vertices>" + primitives +
               "</mesh></geometry>";
    }

    std::string morph() const {
        std::string ids;
        for (const Target& target : targets)
            ids += target.id + " ";
        return "<controller id=\"morph\"><morph source=\"#square\" method=\"" + method + "\">" +
               Collada::words("targets", targets.size(), ids, "IDREF", "IDREF") +
               Collada::source("weights", weights, 1, "MORPH_WEIGHT") + "<targets>" +
               Collada::input("MORPH_TARGET", "targets") + Collada::input("MORPH_WEIGHT", "weights") +
               "</targets></morph></controller>";
    }

    static std::string skin() {
        const std::vector<float> identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        return "<controller id=\"skin\"><skin source=\"#morph\">" + Collada::words("joints", 1, "bone", "JOINT") +
               Collada::source("bind", identity, 16) + Collada::source("shares", {1}, 1, "WEIGHT") + "<joints>" +
               Collada::input("JOINT", "joints") + Collada::input("INV_BIND_MATRIX", "bind") +
               "</joints><vertex_weights count=\"4\">" + Collada::input("JOINT", "joints", " offset=\"0\"") +
               Collada::input("WEIGHT", "shares", " offset=\"1\"") +
               "<vcount>1 1 1 1</vcount><v>0 0 0 0 0 0 0 0</v></vertex_weights></skin></controller>";
    }
};

}  // namespace import_files
