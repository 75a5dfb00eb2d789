#pragma once

#include <unistd.h>

#include <utility>

namespace sinew {

/// Owns a file descriptor: closes it when it goes. -1: none.
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
    /// What close(2) says; some file systems report a full disk only here. 0 where there is none.
    int close() { return number_ >= 0 ? ::close(std::exchange(number_, -1)) : 0; }

  private:
    int number_;
};

}  // namespace sinew
