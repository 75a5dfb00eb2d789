#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::exporting {

/// Times of FBX, as counts of 1 / 46186158000 s.
int64_t fbxTicks(double seconds);

/// A record of a binary FBX file: a name, values, and records inside it.
class FbxRecord {
  public:
    explicit FbxRecord(std::string_view name) : name_(name) {}

    /// Adds a record to the inner ones; the reference stays valid.
    template <typename... Values>
    FbxRecord& add(std::string_view name, const Values&... values) {
        FbxRecord& record = children_.emplace_back(name);
        (record.append(values), ...);
        return record;
    }

    /// Adds a property to a record "Properties70".
    template <typename... Values>
    void set(std::string_view name, std::string_view type, std::string_view flags, const Values&... values) {
        add("P", name, type, labelOf(type), flags, values...);
    }

    /// Appends the record to a file. @throws Error(Exit::output) where it ends beyond 4 GiB.
    void write(std::vector<std::byte>& file) const;

  private:
    template <typename Value>
    void append(const Value& value) {
        ++count_;
        if constexpr (std::same_as<Value, bool>) {
            bytes('C', &value, 1);
        } else if constexpr (std::same_as<Value, int32_t>) {
            bytes('I', &value, sizeof value);
        } else if constexpr (std::same_as<Value, int64_t>) {
            bytes('L', &value, sizeof value);
        } else if constexpr (std::same_as<Value, double>) {
            bytes('D', &value, sizeof value);
        } else if constexpr (std::same_as<Value, std::array<uint8_t, 16>>) {
            text('R', {reinterpret_cast<const char*>(value.data()), value.size()});
        } else if constexpr (std::convertible_to<Value, std::string_view>) {
            text('S', value);
        } else {
            using Number = typename Value::value_type;
            constexpr char kType = std::same_as<Number, int32_t>   ? 'i'
                                   : std::same_as<Number, int64_t> ? 'l'
                                   : std::same_as<Number, float>   ? 'f'
                                                                   : 'd';
            static_assert(kType != 'd' || std::same_as<Number, double>);
            array(kType, value.data(), value.size(), sizeof(Number));
        }
    }
    static std::string_view labelOf(std::string_view type) {
        return type == "int" ? "Integer" : type == "double" ? "Number" : type == "KTime" ? "Time" : "";
    }
    void bytes(char type, const void* value, size_t size);
    void text(char type, std::string_view text);
    void array(char type, const void* values, size_t count, size_t width);

    std::string name_, values_;
    size_t count_ = 0;
    std::list<FbxRecord> children_;
    friend class FbxDocument;
};

/// A file in the making: its objects and their connections.
class FbxDocument {
  public:
    /// An object of a class, such as "Model", which its name ends with as `named`; and its id.
    struct Object {
        int64_t id;
        FbxRecord& record;
    };
    Object add(const char* type, std::string_view name, const char* named, const char* kind);

    void connect(int64_t source, int64_t target) { connections_.add("C", "OO", source, target); }
    void connect(int64_t source, int64_t target, std::string_view property) {
        connections_.add("C", "OP", source, target, property);
    }

    FbxRecord& settings() { return settings_; }  ///< properties of the whole scene

    /// The file. @throws Error(Exit::output) where it is larger than 4 GiB.
    std::vector<std::byte> file() const;

  private:
    std::map<std::string, int32_t> counts_;
    FbxRecord settings_{"Properties70"}, objects_{"Objects"}, connections_{"Connections"};
    int64_t lastId_ = 1'000'000;
};

/// What a name and a class are as one.
std::string fbxName(std::string_view name, std::string_view named);

}  // namespace sinew::exporting
