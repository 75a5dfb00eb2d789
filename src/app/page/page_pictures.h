#pragma once

#include <memory>

#include "app/options/settings.h"
#include "app/page/page_text.h"
#include "model/imported_model.h"

namespace sinew {

// Limits of a page. What exceeds them is left out, and the page says so.
inline constexpr size_t kMostPageFindings = 24;             ///< of a model, with pictures
inline constexpr size_t kMostPageClips = 24;                ///< of a model
inline constexpr size_t kMostPageBytes = size_t{32} << 20;  ///< of all pictures of a page
inline constexpr uint32_t kMostFilmFrames = 30;             ///< of a clip

/// Draws the pictures of pages.
class PagePictures {
  public:
    /// Uses the best Vulkan device.
    PagePictures();
    ~PagePictures();
    PagePictures(const PagePictures&) = delete;
    PagePictures& operator=(const PagePictures&) = delete;

    /// Adds pictures of the findings and of all clips to a model's part of a page.
    /// @throws Error(Exit::environment) without a Vulkan driver.
    void draw(ImportedModel imported, PageModel& page);

    /// Whether pictures were left out because of their size.
    bool isFull() const;

    /// Why animations were left out: no temporary directory for them. Empty if they were not.
    const std::string& filmFault() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
