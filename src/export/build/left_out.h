#pragma once

#include <map>
#include <span>

#include "export/export_model.h"

namespace sinew::exporting {

/// What materials have and formats other than glTF have no place for.
class LeftOut {
  public:
    /// Counts what such formats lack of a material. `written`: the slots of the textures that they have.
    void add(const Model& model, const Material& material, std::span<const TextureSlot> written);
    void add(const std::string& what, bool isLost) { materials_[what] += isLost; }

    /// A line for each kind.
    void tell(const char* format, ExportedModel& exported) const;

  private:
    std::map<std::string, size_t> materials_;
};

}  // namespace sinew::exporting
