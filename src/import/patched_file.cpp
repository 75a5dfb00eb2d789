#include "import/patched_file.h"

#include <algorithm>
#include <cstring>

namespace sinew {

void PatchedFile::keepUntil(size_t end) {
    if (end <= taken_) return;
    pieces_.push_back({.begin = size_, .inFile = taken_, .kept = true, .text = {}});
    size_ += end - taken_;
    taken_ = end;
}

void PatchedFile::replaceUntil(size_t end, std::string text) {
    taken_ = std::max(taken_, end);
    if (text.empty()) return;
    size_ += text.size();
    pieces_.push_back({.begin = size_ - text.size(), .text = std::move(text)});
}

size_t PatchedFile::read(std::span<std::byte> bytes, size_t offset) const {
    size_t done = 0;
    auto piece = std::ranges::upper_bound(pieces_, offset, {}, &Piece::begin);
    if (piece != pieces_.begin()) --piece;
    for (; piece != pieces_.end() && done < bytes.size(); ++piece) {
        const size_t end = std::next(piece) == pieces_.end() ? size_ : std::next(piece)->begin;
        const size_t at = offset + done - piece->begin;
        const auto part = bytes.subspan(done, std::min(bytes.size() - done, end - piece->begin - at));
        size_t count = part.size();
        if (piece->kept)
            count = file_->read(part, piece->inFile + at);
        else
            std::memcpy(part.data(), piece->text.data() + at, part.size());
        done += count;
        if (count < part.size()) break;
    }
    return done;
}

}  // namespace sinew
