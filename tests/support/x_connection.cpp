#include "support/x_connection.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "support/wait.h"

// The numbers are those of the X protocol in its little-endian form, without padding.

namespace {

constexpr uint8_t kGetAttributes = 3, kGetGeometry = 14, kQueryTree = 15, kInternAtom = 16, kGetProperty = 20,
                  kQueryPointer = 38, kWarpPointer = 41, kSetFocus = 42, kGetFocus = 43, kQueryKeymap = 44,
                  kGetImage = 73;
constexpr size_t kReplyBytes = 32;
constexpr uint32_t kPointerRoot = 1;  // the focus of a new server
constexpr time_t kAnswerSeconds = 10;

template <typename Number>
Number at(const std::vector<uint8_t>& bytes, size_t offset) {
    Number number{};
    if (offset + sizeof number <= bytes.size()) std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

uint32_t pair(uint32_t first, uint32_t second) {
    return first | second << 16;
}

int connectTo(const std::string& path, bool abstract) {
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    std::copy(path.begin(), path.end(), address.sun_path + (abstract ? 1 : 0));
    const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const size_t bytes = offsetof(sockaddr_un, sun_path) + path.size() + 1;
    if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(bytes)) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

}  // namespace

XConnection::XConnection(int display) {
    if (!open(display)) throw std::runtime_error("the X server does not answer on :" + std::to_string(display));
}

XConnection::~XConnection() {
    close(socket_);
}

bool XConnection::open(int display) {
    const std::string path = "/tmp/.X11-unix/X" + std::to_string(display);
    socket_ = connectTo(path, true);
    if (socket_ < 0) socket_ = connectTo(path, false);
    const timeval patience{.tv_sec = kAnswerSeconds, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const Bytes start{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0};  // the protocol's version, without authentication
    Bytes head(8);
    if (!send(start) || !receive(head.data(), head.size()) || head[0] != 1) return false;
    Bytes setup(at<uint16_t>(head, 6) * size_t{4});
    if (!receive(setup.data(), setup.size())) return false;
    const size_t vendorBytes = (at<uint16_t>(setup, 16) + size_t{3}) / 4 * 4;
    root_ = at<uint32_t>(setup, 32 + vendorBytes + 8 * size_t{at<uint8_t>(setup, 21)});
    return true;
}

bool XConnection::send(const Bytes& bytes) {
    return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

bool XConnection::receive(uint8_t* into, size_t count) {
    return count == 0 || ::recv(socket_, into, count, MSG_WAITALL) == static_cast<ssize_t>(count);
}

bool XConnection::order(uint8_t code, uint8_t detail, const std::vector<uint32_t>& words, const std::string& text) {
    Bytes request(4 + 4 * words.size() + (text.size() + 3) / 4 * 4);
    request[0] = code;
    request[1] = detail;
    const auto length = static_cast<uint16_t>(request.size() / 4);
    std::memcpy(&request[2], &length, sizeof length);
    if (!words.empty()) std::memcpy(&request[4], words.data(), 4 * words.size());
    std::copy(text.begin(), text.end(), request.begin() + static_cast<ptrdiff_t>(4 + 4 * words.size()));
    ++sequence_;
    return send(request);
}

/// The reply. Empty after an error, or without a server.
XConnection::Bytes XConnection::ask(uint8_t code, uint8_t detail, const std::vector<uint32_t>& words,
                                    const std::string& text) {
    if (!order(code, detail, words, text)) return {};
    for (;;) {
        Bytes answer(kReplyBytes);
        if (!receive(answer.data(), kReplyBytes)) return {};
        const bool ours = at<uint16_t>(answer, 2) == sequence_;
        if (answer[0] == 0 && ours) return {};
        if (answer[0] != 1) continue;  // an event, or the error of an order
        answer.resize(kReplyBytes + 4 * size_t{at<uint32_t>(answer, 4)});
        if (!receive(answer.data() + kReplyBytes, answer.size() - kReplyBytes)) return {};
        if (ours) return answer;
    }
}

XConnection::Bytes XConnection::askProperty(Window window, const std::string& name) {
    const uint32_t length = static_cast<uint32_t>(name.size());
    const auto atom = at<uint32_t>(ask(kInternAtom, 0, {length}, name), 8);
    return ask(kGetProperty, 0, {window, atom, 0, 0, 1024});
}

std::string XConnection::property(Window window, const std::string& name) {
    const Bytes reply = askProperty(window, name);
    if (reply.empty()) return {};
    const size_t bytes = at<uint32_t>(reply, 16) * size_t{at<uint8_t>(reply, 1)} / 8;
    return {reply.begin() + kReplyBytes, reply.begin() + static_cast<ptrdiff_t>(kReplyBytes + bytes)};
}

std::vector<XConnection::Window> XConnection::children(Window window) {
    const Bytes reply = ask(kQueryTree, 0, {window});
    std::vector<Window> children(at<uint16_t>(reply, 16));
    for (size_t i = 0; i < children.size(); ++i)
        children[i] = at<uint32_t>(reply, kReplyBytes + 4 * i);
    return children;
}

XConnection::Window XConnection::windowOf(uint32_t pid) {
    return search(root_, pid);
}

XConnection::Window XConnection::search(Window window, uint32_t pid) {
    const std::string owner = property(window, "_NET_WM_PID");
    if (owner == std::string(reinterpret_cast<const char*>(&pid), sizeof pid) && viewable(window)) return window;
    for (const Window child : children(window))
        if (const Window found = search(child, pid)) return found;
    return 0;
}

bool XConnection::rootHas(const std::string& property) {
    return at<uint32_t>(askProperty(root_, property), 8) != 0;  // its type; the value may be an empty list
}

std::string XConnection::title(Window window) {
    return property(window, "_NET_WM_NAME");
}

bool XConnection::viewable(Window window) {
    return at<uint8_t>(ask(kGetAttributes, 0, {window}), 26) == 2;
}

void XConnection::focus(Window window) {
    constexpr uint8_t kRevertToParent = 2;
    order(kSetFocus, kRevertToParent, {window, 0});
}

bool XConnection::hasFocus(Window window) {
    return at<uint32_t>(ask(kGetFocus, 0, {}), 8) == window;
}

sinew::Pixels XConnection::picture(Window window) {
    const Bytes geometry = ask(kGetGeometry, 0, {window});
    const uint32_t width = at<uint16_t>(geometry, 16), height = at<uint16_t>(geometry, 18);
    const Bytes reply = ask(kGetImage, 2, {window, 0, pair(width, height), ~0u});
    const size_t pixels = size_t{width} * height;
    if (pixels == 0 || reply.size() < kReplyBytes + 4 * pixels) return {};
    sinew::Pixels picture{
        .width = width,
        .height = height,
        .rgba = Bytes(reply.begin() + kReplyBytes, reply.begin() + static_cast<ptrdiff_t>(kReplyBytes + 4 * pixels))};
    for (uint8_t* pixel = picture.rgba.data(); pixel != picture.rgba.data() + 4 * pixels; pixel += 4) {
        std::swap(pixel[0], pixel[2]);  // the server has blue first
        pixel[3] = 255;
    }
    return picture;
}

bool XConnection::renew() {
    const bool alone = waitFor(2.0, [&] {  // the windows of a program that has just ended
        const Bytes tree = ask(kQueryTree, 0, {root_});
        return tree.empty() || at<uint16_t>(tree, 16) == 0;
    });
    const Bytes screen = ask(kGetGeometry, 0, {root_});
    order(kWarpPointer, 0, {0, root_, 0, 0, pair(at<uint16_t>(screen, 16) / 2u, at<uint16_t>(screen, 18) / 2u)});
    focus(kPointerRoot);
    const Bytes keys = ask(kQueryKeymap, 0, {}), pointer = ask(kQueryPointer, 0, {root_});
    return alone && !keys.empty() &&
           std::all_of(keys.begin() + 8, keys.end(), [](uint8_t byte) { return byte == 0; }) && !pointer.empty() &&
           at<uint16_t>(pointer, 24) == 0;
}
