#pragma once

#include <map>
#include <string>
#include <utility>

#include "import/fbx/document.h"
#include "model/finding.h"

namespace sinew::fbx {

/// A property: a name, a type ("Vector3D") and values.
struct Property {
    std::string name, type;
    std::vector<Value> values;
};

/// The properties of an object before version 7 (`Properties60`), with values of the kinds that their types want. What
/// has an unknown type or too few values is left out.
std::vector<Property> oldProperties(const Record& object);

/// Adds the properties as `Properties70`.
void addProperties(Record& object, const std::vector<Property>& properties);

/// A property of three numbers.
Property vectorProperty(std::string name, std::string type, double x, double y, double z);

/// Objects and connections of a document of version 7.4.
class Builder {
  public:
    explicit Builder(Findings& list) : findings(list) {}

    int64_t newId() { return ++lastId_; }

    /// Adds an object, valid until the next one is added. `type` is Model, Geometry, ..., `named` the class that
    /// prefixes the name, and `kind` the object's own, as Mesh.
    Record& object(std::string_view type, int64_t id, std::string_view name, std::string_view named,
                   std::string_view kind);

    void connect(int64_t source, int64_t destination);
    void connect(int64_t source, int64_t destination, std::string_view property);

    Document finish(std::vector<Property> settings);

    Findings& findings;

  private:
    Record objects_{"Objects", {}, {}}, connections_{"Connections", {}, {}};
    int64_t lastId_ = 1000;
};

/// A node of an old file.
struct OldModel {
    int64_t id = 0, geometry = 0;  ///< 0: has no mesh
    std::string name;
    const Record* record = nullptr;
    double rest[3][3] = {{0, 0, 0}, {0, 0, 0}, {1, 1, 1}};  ///< translation, rotation in degrees, scale
    std::vector<int64_t> materials, textures;
};
using OldModels = std::map<std::string, OldModel, std::less<>>;  ///< by name

/// Adds the mesh and the blend shapes in the record of a model, if it has any.
void addMesh(OldModel& model, bool beforeVersion6, Builder& builder);

/// Adds what each material of the model shows, as the layers of its mesh say.
void addLayeredTextures(const OldModel& model, Builder& builder);

/// Adds the animations of `Takes`. `ticks`: ticks of version 7.4 in one of the file.
void addTakes(const Record& root, const OldModels& models, double ticks, Builder& builder);

/// Finds the nested channel: Transform, T, X. Null when there is none.
const Record* channelOf(const Record& model, std::initializer_list<std::string_view> path);

}  // namespace sinew::fbx
