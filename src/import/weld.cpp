#include "import/weld.h"

namespace sinew {

void Welder::grow(size_t capacity) {
    table_.assign(capacity, kEmpty);
    mask_ = capacity - 1;
    for (uint32_t number = 0; number < hashes_.size(); ++number) {
        size_t place = hashes_[number] & mask_;
        while (table_[place] != kEmpty)
            place = (place + 1) & mask_;
        table_[place] = number;
    }
}

}  // namespace sinew
