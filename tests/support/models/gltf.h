#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace import_files {

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
    /// Integers with padding to 4 bytes after each element, as fractions if `normalized`.
    template <typename Integer>
    int integers(const std::vector<Integer>& values, const std::string& type, size_t componentCount, bool normalized) {
        constexpr bool isSigned = Integer(-1) < Integer(0);
        const size_t bytes = componentCount * sizeof(Integer), stride = (bytes + 3) / 4 * 4;
        const size_t count = values.size() / componentCount;
        std::string padded(count * stride, '\0');
        for (size_t i = 0; i < values.size(); ++i)
            std::memcpy(&padded[i / componentCount * stride + i % componentCount * sizeof(Integer)], &values[i],
                        sizeof(Integer));
        return add(padded.data(), padded.size(), (sizeof(Integer) == 1 ? 5120 : 5122) + !isSigned, type, count,
                   ",\"byteStride\":" + std::to_string(stride), normalized ? ",\"normalized\":true" : "");
    }

    std::string text(const std::string& json) const {
        return with(json, ",\"uri\":\"data:application/octet-stream;base64," + base64(bytes_) + "\"");
    }

    /// The document as a .glb.
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

    int add(const void* data, size_t byteCount, int componentType, const std::string& type, size_t count,
            const std::string& viewMembers = "", const std::string& members = "") {
        const std::string comma = count_ > 0 ? "," : "";
        views_ += comma + "{\"buffer\":0,\"byteOffset\":" + std::to_string(bytes_.size()) +
                  ",\"byteLength\":" + std::to_string(byteCount) + viewMembers + "}";
        accessors_ += comma + "{\"bufferView\":" + std::to_string(count_) +
                      ",\"componentType\":" + std::to_string(componentType) + ",\"count\":" + std::to_string(count) +
                      ",\"type\":\"" + type + "\"" + members + "}";
        bytes_.append(static_cast<const char*>(data), byteCount);
        bytes_.resize((bytes_.size() + 3) / 4 * 4);
        return count_++;
    }
    std::string bytes_, views_, accessors_;
    int count_ = 0;
};

}  // namespace import_files
