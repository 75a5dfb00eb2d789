#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace import_files {

/// How the keys of an animation are written: all in one mode, with tangents unless those are empty.
struct ColladaKeys {
    std::string mode = "LINEAR";
    std::vector<float> in{}, out{};
    int tangentStride = 2;
    std::string name{};  ///< of the animation; empty: its id
};

/// A Collada file: one square of two triangles ("quad"), skinned to `joints` if there are any.
struct Collada {
    std::string asset = "<up_axis>Y_UP</up_axis>";
    std::vector<std::string> joints;                          ///< names of the skin's joints
    std::vector<std::vector<std::pair<int, float>>> weights;  ///< of each of the 4 vertices: joint, weight
    std::string nodes;                                        ///< beside the mesh's node
    std::string meshNodeTransform;
    std::string animations;  ///< content of library_animations
    std::string effects = "<diffuse><color>1 1 1 1</color></diffuse>";
    std::string images;
    bool polygon = false;  ///< one polygon of four corners instead of two triangles

    std::string text() const {
        const bool skinned = !joints.empty();
        return "<?xml version=\"1.0\" encoding=\"utf-8\"?><COLLADA "
               "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
               "version=\"1.4.1\"><asset>" +
               asset + "</asset>" + (images.empty() ? "" : "<library_images>" + images + "</library_images>") +
               "<library_effects><effect id=\"fx\"><profile_COMMON><technique sid=\"c\"><lambert>" + effects +
               "</lambert></technique></profile_COMMON></effect></library_effects>"
               "<library_materials><material id=\"m\" name=\"m\"><instance_effect "
               "url=\"#fx\"/></material></library_materials>" +
               geometry() + (skinned ? controller() : "") +
               (animations.empty() ? "" : "<library_animations>" + animations + "</library_animations>") +
               "<library_visual_scenes><visual_scene id=\"scene\">" + nodes + "<node id=\"quadNode\">" +
               meshNodeTransform +
               (skinned ? "<instance_controller url=\"#skin\">" : "<instance_geometry url=\"#quad\">") +
               "<bind_material><technique_common><instance_material symbol=\"m\" "
               "target=\"#m\"/></technique_common></bind_material>" +
               (skinned ? "</instance_controller>" : "</instance_geometry>") +
               "</node></visual_scene></library_visual_scenes><scene><instance_visual_scene "
               "url=\"#scene\"/></scene></COLLADA>";
    }

    /// One animation of a transform element "node/sid", with `stride` numbers per key.
    static std::string animation(const std::string& id, const std::string& target, const std::vector<float>& times,
                                 const std::vector<float>& values, int stride, const ColladaKeys& keys = {}) {
        std::string modes, tangents, inputs;
        for (size_t i = 0; i < times.size(); ++i)
            modes += keys.mode + " ";
        if (!keys.in.empty()) {
            tangents = source(id + "T", keys.in, keys.tangentStride) + source(id + "U", keys.out, keys.tangentStride);
            inputs = input("IN_TANGENT", id + "T") + input("OUT_TANGENT", id + "U");
        }
        inputs = input("INPUT", id + "I") + input("OUTPUT", id + "O") + input("INTERPOLATION", id + "N") + inputs;
        return fmt::format(
            "<animation id=\"{0}\" name=\"{1}\">{2}<sampler id=\"{0}S\">{3}</sampler>"
            "<channel source=\"#{0}S\" target=\"{4}\"/></animation>",
            id, keys.name.empty() ? id : keys.name,
            source(id + "I", times, 1) + source(id + "O", values, stride) +
                words(id + "N", times.size(), modes, "INTERPOLATION") + tangents,
            inputs, target);
    }

    /// Numbers, `stride` for each element; 16 are a matrix. `name`: of those that are not X, Y and Z.
    static std::string source(std::string_view id, size_t count, std::string_view numbers, int stride,
                              std::string_view name = "") {
        std::string params = stride == 16 ? "<param name=\"TRANSFORM\" type=\"float4x4\"/>" : "";
        for (int i = 0; i < (stride == 16 ? 0 : stride); ++i)
            params +=
                fmt::format("<param name=\"{}\" type=\"float\"/>",
                            name.empty() && i < 3 ? std::string_view("XYZ").substr(static_cast<size_t>(i), 1) : name);
        return fmt::format(
            "<source id=\"{0}\"><float_array id=\"{0}A\" count=\"{1}\">{2}</float_array><technique_common>"
            "<accessor source=\"#{0}A\" count=\"{3}\" stride=\"{4}\">{5}</accessor></technique_common></source>",
            id, count, numbers, count / static_cast<size_t>(stride), stride, params);
    }
    static std::string source(std::string_view id, const std::vector<float>& numbers, int stride,
                              std::string_view name = "") {
        return source(id, numbers.size(), list(numbers), stride, name);
    }

    /// `type`: "name" or "IDREF".
    static std::string words(std::string_view id, size_t count, std::string_view text, std::string_view name,
                             std::string_view type = "name") {
        return fmt::format(
            "<source id=\"{0}\"><{1}_array id=\"{0}A\" count=\"{2}\">{3}</{1}_array><technique_common>"
            "<accessor source=\"#{0}A\" count=\"{2}\" stride=\"1\"><param name=\"{4}\" type=\"{5}\"/></accessor>"
            "</technique_common></source>",
            id, type == "name" ? "Name" : type, count, text, name, type);
    }

    static std::string input(std::string_view semantic, std::string_view source, std::string_view more = "") {
        return fmt::format("<input semantic=\"{}\" source=\"#{}\"{}/>", semantic, source, more);
    }

    static std::string list(const std::vector<float>& numbers) {
        std::string text;
        for (const float number : numbers)
            text += std::to_string(number) + " ";
        return text;
    }

  private:
    std::string geometry() const {
        const std::string vertex = input("VERTEX", "v", " offset=\"0\"");
        return "<library_geometries><geometry id=\"quad\" name=\"quad\"><mesh>" +
               source("p", 12, "0 0 0 1 0 0 1 1 0 0 1 0", 3) + "<vertices id=\"v\">" + input("POSITION", "p") +
               "</vertices>" +
               (polygon
                    ? "<polylist count=\"1\" material=\"m\">" + vertex + "<vcount>4</vcount><p>0 1 2 3</p></polylist>"
                    : "<triangles count=\"2\" material=\"m\">" + vertex + "<p>0 1 2 0 2 3</p></triangles>") +
               "</mesh></geometry></library_geometries>";
    }

    std::string controller() const {
        std::string names, matrices, counts, pairs;
        std::vector<float> all;
        for (const std::string& joint : joints) {
            names += joint + " ";
            matrices += "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 ";
        }
        for (const auto& vertex : weights) {
            counts += std::to_string(vertex.size()) + " ";
            for (const auto& [joint, weight] : vertex) {
                pairs += fmt::format("{} {} ", joint, all.size());
                all.push_back(weight);
            }
        }
        return "<library_controllers><controller id=\"skin\"><skin source=\"#quad\">"
               "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>" +
               words("sj", joints.size(), names, "JOINT") + source("sm", joints.size() * 16, matrices, 16) +
               source("sw", all, 1, "WEIGHT") + "<joints>" + input("JOINT", "sj") + input("INV_BIND_MATRIX", "sm") +
               "</joints><vertex_weights count=\"4\">" + input("JOINT", "sj", " offset=\"0\"") +
               input("WEIGHT", "sw", " offset=\"1\"") + "<vcount>" + counts + "</vcount><v>" + pairs +
               "</v></vertex_weights></skin></controller></library_controllers>";
    }
};

inline std::string joint(const std::string& name, const std::string& inside = "") {
    return "<node id=\"" + name + "\" sid=\"" + name + "\" name=\"" + name +
           "\" type=\"JOINT\"><translate sid=\"t\">0 0 0</translate>" + inside + "</node>";
}

}  // namespace import_files
