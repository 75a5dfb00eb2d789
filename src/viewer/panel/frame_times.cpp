#include "viewer/panel/frame_times.h"

#include <algorithm>

namespace sinew {

void FrameTimes::add(const std::array<float, pieceCount>& milliseconds) {
    if (count_ == kLength)
        for (auto& history : history_)
            std::copy(history.begin() + 1, history.end(), history.begin());
    else
        ++count_;
    for (size_t piece = 0; piece < pieceCount; ++piece)
        history_[piece][count_ - 1] = milliseconds[piece];
}

float FrameTimes::mean(Piece piece) const {
    constexpr size_t kRecent = 30;
    float sum = 0.0f;
    int known = 0;
    for (size_t i = count_ - std::min(count_, kRecent); i < count_; ++i)
        if (history_[piece][i] >= 0.0f) {
            sum += history_[piece][i];
            ++known;
        }
    return known > 0 ? sum / static_cast<float>(known) : -1.0f;
}

}  // namespace sinew
