#pragma once

#include <utility>

#include <unistd.h>

namespace sinew {

/// Owns a file descriptor; -1: none.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }

    int get() const { return number_; }
    int release() { return std::exchange(number_, -1); }
    /// Result of close(2), where some file systems first report a full disk; 0 without a descriptor.
    int close() { return number_ >= 0 ? ::close(release()) : 0; }

  private:
    int number_;
};

}  // namespace sinew
