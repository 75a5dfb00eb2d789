#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "import/import_model.h"
#include "import/sandbox/isolate.h"

/// Small model files for the tests of the import.
namespace import_files {

inline void write(const std::filesystem::path& path, std::string_view bytes) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Reads a model in a separate process, for files on which assimp leaks memory.
inline sinew::ImportedModel importedApart(const std::filesystem::path& path) {
    return sinew::IsolatedImporter().importModel(path);
}

inline size_t countFindings(const sinew::ImportedModel& imported, std::string_view id) {
    const auto& findings = imported.report.findings;
    return static_cast<size_t>(std::count_if(findings.begin(), findings.end(),
                                             [&](const sinew::Finding& finding) { return finding.id == id; }));
}

/// A BMP image of one color.
inline std::string bmp(uint32_t width, uint32_t height, uint8_t r, uint8_t g, uint8_t b) {
    const uint32_t row = (width * 3 + 3) / 4 * 4;
    std::string bytes(54 + row * height, '\0');
    const auto put = [&bytes](size_t at, uint32_t value) { std::memcpy(&bytes[at], &value, 4); };
    bytes[0] = 'B', bytes[1] = 'M';
    put(2, static_cast<uint32_t>(bytes.size())), put(10, 54), put(14, 40), put(18, width), put(22, height);
    bytes[26] = 1, bytes[28] = 24;
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) {
            const size_t at = 54 + size_t{row} * y + size_t{3} * x;
            bytes[at] = static_cast<char>(b), bytes[at + 1] = static_cast<char>(g),
            bytes[at + 2] = static_cast<char>(r);
        }
    return bytes;
}

inline std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t three = 0;
        for (size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0u);
        for (size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
    }
    return text;
}

/// Collects the accessors of a glTF file; `json` goes between them and the asset.
class Gltf {
  public:
    /// `values` are whole elements of `type` ("SCALAR", "VEC3" ...). Returns the accessor's index.
    int floats(const std::vector<float>& values, const std::string& type, size_t componentCount) {
        return add(values.data(), values.size() * 4, 5126, type, values.size() / componentCount);
    }
    int ushorts(const std::vector<uint16_t>& values, const std::string& type, size_t componentCount) {
        return add(values.data(), values.size() * 2, 5123, type, values.size() / componentCount);
    }

    std::string text(const std::string& json) const {
        return with(json, ",\"uri\":\"data:application/octet-stream;base64," + base64(bytes_) + "\"");
    }

    /// The same as a .glb.
    std::string glb(const std::string& json) const {
        std::string text = with(json, "");
        text.resize((text.size() + 3) / 4 * 4, ' ');
        const auto word = [](size_t number) {
            const auto value = static_cast<uint32_t>(number);
            return std::string(reinterpret_cast<const char*>(&value), 4);
        };
        return "glTF" + word(2) + word(28 + text.size() + bytes_.size()) + word(text.size()) + "JSON" + text +
               word(bytes_.size()) + std::string("BIN\0", 4) + bytes_;
    }

  private:
    std::string with(const std::string& json, const std::string& buffer) const {
        return "{\"asset\":{\"version\":\"2.0\"}," + json + ",\"accessors\":[" + accessors_ + "],\"bufferViews\":[" +
               views_ + "],\"buffers\":[{\"byteLength\":" + std::to_string(bytes_.size()) + buffer + "}]}";
    }

    int add(const void* data, size_t byteCount, int componentType, const std::string& type, size_t count) {
        const std::string comma = count_ > 0 ? "," : "";
        views_ += comma + "{\"buffer\":0,\"byteOffset\":" + std::to_string(bytes_.size()) +
                  ",\"byteLength\":" + std::to_string(byteCount) + "}";
        accessors_ += comma + "{\"bufferView\":" + std::to_string(count_) +
                      ",\"componentType\":" + std::to_string(componentType) + ",\"count\":" + std::to_string(count) +
                      ",\"type\":\"" + type + "\"}";
        bytes_.append(static_cast<const char*>(data), byteCount);
        bytes_.resize((bytes_.size() + 3) / 4 * 4);
        return count_++;
    }
    std::string bytes_, views_, accessors_;
    int count_ = 0;
};

/// A Collada file: one square of two triangles ("quad"), skinned to the joints when there are any.
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

    /// One animation of a transform element, "node/sid"; `stride` floats a key.
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
