#include "app/options/text_file.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/shown_text.h"

namespace sinew {
namespace {

class Reader {
  public:
    explicit Reader(const std::filesystem::path& path)
        : name_(shownPath(path.string())),
          isOpened_(path != "-"),
          descriptor_(isOpened_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO) {
        if (descriptor_ < 0) fail();
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() {
        if (isOpened_) ::close(descriptor_);
    }

    std::string read(size_t mostBytes) const {
        std::string text;
        std::array<char, size_t{1} << 16> part;
        while (true) {
            const ssize_t count = ::read(descriptor_, part.data(), part.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) fail();
            if (count == 0) return text;
            text.append(part.data(), static_cast<size_t>(count));
            if (text.size() > mostBytes)
                throw Error(Exit::input, fmt::format("{}: larger than {} MiB", name_, mostBytes >> 20));
        }
    }

  private:
    [[noreturn]] void fail() const {
        const int number = errno;
        const bool isOurs = number == EMFILE || number == ENFILE || number == ENOMEM;
        throw Error(isOurs ? Exit::environment : Exit::input, fmt::format("{}: {}", name_, causeOf(number)));
    }

    std::string name_;
    bool isOpened_;
    int descriptor_;
};

}  // namespace

std::string readText(const std::filesystem::path& path, size_t mostBytes) {
    return Reader(path).read(mostBytes);
}

nlohmann::ordered_json parseJson(std::string_view text, bool refuses) {
    return nlohmann::ordered_json::parse(text, nullptr, refuses);
}

}  // namespace sinew
