#pragma once

#include <map>
#include <vector>

#include "export/build/keys.h"
#include "export/build/layout.h"
#include "export/build/precision.h"
#include "export/export_model.h"

namespace sinew::exporting {

/// The keys of one part of a node, or of the morph weights of a place.
struct MovedPart {
    enum class Part { translation, rotation, scale, weights };

    Part part = Part::translation;
    uint32_t index = 0;  ///< of the node of the model; of weights, of the place (Layout::places)
    Keys keys;
};

/// The keys of a model's clips as they are written.
class ClipKeys {
  public:
    /// `takesSplines`: as KeyOptions. All arguments must outlive it.
    ClipKeys(const Model& model, const Layout& layout, const ExportOptions& options, bool takesSplines);

    /// At least one part if the layout has a node; the keys of one part or more last until the clip's end. Nodes that
    /// rest in every clip have none.
    std::vector<MovedPart> of(const AnimationClip& clip);

  private:
    void noteMoves(const Channel& channel);
    void checkLength(const AnimationClip& clip) const;
    KeyOptions keyOptions(double tolerance) const;
    bool isWritten(uint32_t node) const { return !layout_.isFree[node] && (node > 0 || !layout_.dropsRoot); }
    template <typename Value>
    void add(MovedPart::Part part, uint32_t node, const Track<Value>& track, double tolerance);
    void addWeights();
    void hold();
    void fill();

    const Model& model_;
    const Layout& layout_;
    const ExportOptions& options_;
    bool takesSplines_;
    Precision precision_;
    const AnimationClip* clip_ = nullptr;
    std::vector<MovedPart> parts_;
    std::map<uint32_t, uint32_t> moves_;  ///< by node of the model: what any clip moves
};

}  // namespace sinew::exporting
