#include "app/report/standard_output.h"

#include <cstdio>

#include "error.h"

namespace sinew {

void print(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error(Exit::output, "standard output cannot be written");
}

}  // namespace sinew
