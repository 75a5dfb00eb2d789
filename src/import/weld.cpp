#include "import/weld.h"

#include <utility>

namespace sinew {

void Welder::grow() {
    const std::vector<Entry> old = std::exchange(table_, std::vector<Entry>(table_.size() * 4));
    for (const Entry& entry : old) {
        if (entry.number == kEmpty) continue;
        size_t place = placeOf(entry.tag);
        while (table_[place].number != kEmpty)
            place = placeOf(place + 1);
        table_[place] = entry;
    }
}

}  // namespace sinew
