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

    /// `values` has `stride` numbers per key.
    static std::string animation(const std::string& id, const std::string& target, const std::vector<float>& times,
                                 const std::vector<float>& values, const std::string& mode = "LINEAR", int stride = 1,
                                 const std::vector<float>& in = {}, const std::vector<float>& out = {}) {
        std::string modes, tangents;
        for (size_t i = 0; i < times.size(); ++i)
            modes += mode + " ";
        const std::string count = std::to_string(times.size());
        std::string sources = source(id + "I", times, 1) + source(id + "O", values, stride) + "<source id=\"" + id +
                              "N\"><Name_array id=\"" + id + "NA\" count=\"" + count + "\">" + modes +
                              "</Name_array><technique_common><accessor source=\"#" + id + "NA\" count=\"" + count +
                              "\" stride=\"1\"><param type=\"name\"/></accessor></technique_common></source>";
        if (!in.empty()) {
            sources += source(id + "T", in, 2) + source(id + "U", out, 2);
            tangents = input("IN_TANGENT", id + "T") + input("OUT_TANGENT", id + "U");
        }
        return "<animation id=\"" + id + "\" name=\"" + id + "\">" + sources + "<sampler id=\"" + id + "S\">" +
               input("INPUT", id + "I") + input("OUTPUT", id + "O") + input("INTERPOLATION", id + "N") + tangents +
               "</sampler><channel source=\"#" + id + "S\" target=\"" + target + "\"/></animation>";
    }

  private:
    static std::string input(const std::string& semantic, const std::string& id, const std::string& more = "") {
        return "<input semantic=\"" + semantic + "\" source=\"#" + id + "\"" + more + "/>";
    }

    static std::string source(const std::string& id, const std::vector<float>& numbers, int stride,
                              const std::string& name = "X") {
        std::string params;
        for (int i = 0; i < stride; ++i)
            params += "<param name=\"" + (stride == 3 ? std::string(1, "XYZ"[i]) : name) + "\" type=\"" +
                      (stride == 16 ? "float4x4" : "float") + "\"/>";
        if (stride == 16) params = "<param name=\"TRANSFORM\" type=\"float4x4\"/>";
        return "<source id=\"" + id + "\"><float_array id=\"" + id + "-array\" count=\"" +
               std::to_string(numbers.size()) + "\">" + Collada::list(numbers) +
               "</float_array><technique_common><accessor source=\"#" + id + "-array\" count=\"" +
               std::to_string(numbers.size() / static_cast<size_t>(stride)) + "\" stride=\"" + std::to_string(stride) +
               "\">" + params + "</accessor></technique_common></source>";
    }

    std::string geometry(const std::string& id, const std::vector<float>& positions,
                         const std::vector<float>& ownNormals, const std::string& ownFaces) const {
        const bool withVertices = !ownNormals.empty() && !normalOffset;
        const std::string inputs =
            input("VERTEX", id + "-v", " offset=\"0\"") +
            (ownNormals.empty() || withVertices ? "" : input("NORMAL", id + "-n", " offset=\"0\""));
        std::string primitives = "<polylist count=\"1\">" + inputs + "<vcount>4</vcount><p>0 1 2 3</p></polylist>";
        if (groups) primitives += "<triangles count=\"1\">" + inputs + "<p>3 2 1</p></triangles>";
        if (!ownFaces.empty()) {
            primitives = ownFaces;
            for (size_t at; (at = primitives.find("INPUTS")) != std::string::npos;)
                primitives.replace(at, 6, inputs);
        }
        return "<geometry id=\"" + id + "\" name=\"" + id + "\"><mesh>" + source(id + "-p", positions, 3) +
               (ownNormals.empty() ? "" : source(id + "-n", ownNormals, 3)) + "<vertices id=\"" + id + "-v\">" +
               input("POSITION", id + "-p") + (withVertices ? input("NORMAL", id + "-n") : "") + "</vertices>" +
               primitives + "</mesh></geometry>";
    }

    std::string morph() const {
        std::string ids;
        for (const Target& target : targets)
            ids += target.id + " ";
        const std::string count = std::to_string(targets.size());
        return "<controller id=\"morph\"><morph source=\"#square\" method=\"" + method +
               "\"><source id=\"targets\"><IDREF_array id=\"targets-array\" count=\"" + count + "\">" + ids +
               "</IDREF_array><technique_common><accessor source=\"#targets-array\" count=\"" + count +
               "\" stride=\"1\"><param name=\"IDREF\" type=\"IDREF\"/></accessor></technique_common></source>" +
               source("weights", weights, 1, "MORPH_WEIGHT") + "<targets>" + input("MORPH_TARGET", "targets") +
               input("MORPH_WEIGHT", "weights") + "</targets></morph></controller>";
    }

    static std::string skin() {
        const std::vector<float> identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        return "<controller id=\"skin\"><skin source=\"#morph\"><source id=\"joints\"><Name_array id=\"joints-array\" "
               "count=\"1\">bone</Name_array><technique_common><accessor source=\"#joints-array\" count=\"1\" "
               "stride=\"1\"><param name=\"JOINT\" type=\"name\"/></accessor></technique_common></source>" +
               source("bind", identity, 16) + source("shares", {1}, 1, "WEIGHT") + "<joints>" +
               input("JOINT", "joints") + input("INV_BIND_MATRIX", "bind") + "</joints><vertex_weights count=\"4\">" +
               input("JOINT", "joints", " offset=\"0\"") + input("WEIGHT", "shares", " offset=\"1\"") +
               "<vcount>1 1 1 1</vcount><v>0 0 0 0 0 0 0 0</v></vertex_weights></skin></controller>";
    }
};

}  // namespace import_files
