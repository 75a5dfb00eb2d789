#pragma once

#include <string>
#include <utility>
#include <vector>

namespace import_files {

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
                                 const std::vector<float>& values, int stride) {
        const auto source = [&](const std::string& name, const std::vector<float>& numbers, int step) {
            std::string params;
            for (int i = 0; i < (step == 16 ? 1 : step); ++i)
                params += step == 16 ? "<param name=\"TRANSFORM\" type=\"float4x4\"/>"
                                     : "<param name=\"" + std::string(1, "XYZ"[i]) + "\" type=\"float\"/>";
            return "<source id=\"" + id + name + "\"><float_array id=\"" + id + name + "A\" count=\"" +
                   std::to_string(numbers.size()) + "\">" + list(numbers) +
                   "</float_array><technique_common><accessor source=\"#" + id + name + "A\" count=\"" +
                   std::to_string(numbers.size() / static_cast<size_t>(step)) + "\" stride=\"" + std::to_string(step) +
                   "\">" + params + "</accessor></technique_common></source>";
        };
        std::string linear;
        for (size_t i = 0; i < times.size(); ++i)
            linear += "LINEAR ";
        return "<animation id=\"" + id + "\" name=\"" + id + "\">" + source("I", times, 1) +
               source("O", values, stride) + "<source id=\"" + id + "N\"><Name_array id=\"" + id + "NA\" count=\"" +
               std::to_string(times.size()) + "\">" + linear + "</Name_array><technique_common><accessor source=\"#" +
               id + "NA\" count=\"" + std::to_string(times.size()) +
               "\" stride=\"1\"><param name=\"INTERPOLATION\" "
               "type=\"name\"/></accessor></technique_common></source><sampler id=\"" +
               id + "S\"><input semantic=\"INPUT\" source=\"#" + id + "I\"/><input semantic=\"OUTPUT\" source=\"#" +
               id + "O\"/><input semantic=\"INTERPOLATION\" source=\"#" + id + "N\"/></sampler><channel source=\"#" +
               id + "S\" target=\"" + target + "\"/></animation>";
    }

    static std::string list(const std::vector<float>& numbers) {
        std::string text;
        for (const float number : numbers)
            text += std::to_string(number) + " ";
        return text;
    }

  private:
    std::string geometry() const {
        return "<library_geometries><geometry id=\"quad\" name=\"quad\"><mesh><source id=\"p\"><float_array id=\"pa\" "
               "count=\"12\">"
               "0 0 0 1 0 0 1 1 0 0 1 0</float_array><technique_common><accessor source=\"#pa\" count=\"4\" "
               "stride=\"3\">"
               "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" "
               "type=\"float\"/></accessor>"
               "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" "
               "source=\"#p\"/></vertices>" +
               std::string(
                   polygon
                       ? "<polylist count=\"1\" material=\"m\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
                         "<vcount>4</vcount><p>0 1 2 3</p></polylist>"
                       : "<triangles count=\"2\" material=\"m\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
                         "<p>0 1 2 0 2 3</p></triangles>") +
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
                pairs += std::to_string(joint) + " " + std::to_string(all.size()) + " ";
                all.push_back(weight);
            }
        }
        const std::string jointCount = std::to_string(joints.size()), weightCount = std::to_string(all.size());
        return "<library_controllers><controller id=\"skin\"><skin source=\"#quad\">"
               "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>"
               "<source id=\"sj\"><Name_array id=\"sja\" count=\"" +
               jointCount + "\">" + names + "</Name_array><technique_common><accessor source=\"#sja\" count=\"" +
               jointCount +
               "\" stride=\"1\"><param name=\"JOINT\" type=\"name\"/></accessor></technique_common></source>"
               "<source id=\"sm\"><float_array id=\"sma\" count=\"" +
               std::to_string(joints.size() * 16) + "\">" + matrices +
               "</float_array><technique_common><accessor source=\"#sma\" count=\"" + jointCount +
               "\" stride=\"16\"><param name=\"TRANSFORM\" type=\"float4x4\"/></accessor></technique_common></source>"
               "<source id=\"sw\"><float_array id=\"swa\" count=\"" +
               weightCount + "\">" + list(all) + "</float_array><technique_common><accessor source=\"#swa\" count=\"" +
               weightCount +
               "\" stride=\"1\"><param name=\"WEIGHT\" type=\"float\"/></accessor></technique_common></source>"
               "<joints><input semantic=\"JOINT\" source=\"#sj\"/><input semantic=\"INV_BIND_MATRIX\" "
               "source=\"#sm\"/></joints>"
               "<vertex_weights count=\"4\"><input semantic=\"JOINT\" source=\"#sj\" offset=\"0\"/>"
               "<input semantic=\"WEIGHT\" source=\"#sw\" offset=\"1\"/><vcount>" +
               counts + "</vcount><v>" + pairs + "</v></vertex_weights></skin></controller></library_controllers>";
    }
};

inline std::string joint(const std::string& name, const std::string& inside = "") {
    return "<node id=\"" + name + "\" sid=\"" + name + "\" name=\"" + name +
           "\" type=\"JOINT\"><translate sid=\"t\">0 0 0</translate>" + inside + "</node>";
}

}  // namespace import_files
