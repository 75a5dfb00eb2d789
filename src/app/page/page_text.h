#pragma once

#include <string>
#include <vector>

#include "app/report/verdict.h"

namespace sinew {

/// A picture in a page.
struct PagePicture {
    std::string type;            ///< "image/png"
    std::vector<uint8_t> bytes;  ///< of the file; empty: there is no picture
    uint32_t width = 0, height = 0;
    std::string caption;  ///< also what is read in its place
};

/// A clip in a page.
struct PageClip {
    std::string name;
    double seconds = 0.0;
    size_t channels = 0;
    PagePicture sheet, film;
};

/// A model in a page.
struct PageModel {
    Verdict verdict;
    std::vector<PagePicture> pictures;  ///< of the first findings, in their order
    std::vector<PageClip> clips;
    size_t clipsLeftOut = 0, findingsLeftOut = 0;  ///< of the pictures
};

/// A report as one HTML file that loads nothing else and has no scripts. `note`: what readers should know about its
/// pictures, or empty. Names and messages are escaped. Equal contents give equal bytes.
std::string pageText(const std::vector<PageModel>& models, const std::string& note);

}  // namespace sinew
