#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/picture/labels.h"
#include "gpu/readback.h"
#include "render/target.h"

namespace sinew {

class Device;

/// A screenshot, from the request until it is written.
class Screenshot {
  public:
    void request() { requested_ = true; }
    bool requested() const { return requested_; }
    void cancel() { requested_ = false; }

    /// Records a copy of the drawn frame, which stays a color attachment. The labels are drawn into the copy by save().
    void record(const Device& device, VkCommandBuffer commands, const Target& target, VkFormat format,
                std::vector<Label> labels);
    bool recorded() const { return readback_.has_value(); }

    /// Writes sinew_001.png, or the next free number, to the working directory, or to the pictures folder. Returns a
    /// message: the file's name or the error. The recorded commands must have finished. `textSize`: as
    /// ViewSettings::textSize.
    std::string save(float textSize);

  private:
    bool requested_ = false;
    std::optional<Readback> readback_;
    std::vector<Label> labels_;
};

}  // namespace sinew
