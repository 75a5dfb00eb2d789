#include "support/x_connection.h"

#include <xcb/xcb.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>

#include "support/wait.h"

namespace {

/// A reply of the server; null after an error, or without a server.
template <typename Reply>
std::unique_ptr<Reply, decltype(&std::free)> owned(Reply* reply) {
    return {reply, std::free};
}

}  // namespace

XConnection::XConnection(const std::string& display) : connection_(xcb_connect(display.c_str(), nullptr)) {
    if (xcb_connection_has_error(connection_)) {
        xcb_disconnect(connection_);
        throw std::runtime_error("the X server does not answer on " + display);
    }
    root_ = xcb_setup_roots_iterator(xcb_get_setup(connection_)).data->root;
}

XConnection::~XConnection() {
    xcb_disconnect(connection_);
}

std::string XConnection::property(Window window, const std::string& name) {
    const auto atom = owned(xcb_intern_atom_reply(
        connection_, xcb_intern_atom(connection_, 0, static_cast<uint16_t>(name.size()), name.c_str()), nullptr));
    if (!atom) return {};
    constexpr uint32_t kMostWords = 1024;
    const auto reply = owned(xcb_get_property_reply(
        connection_, xcb_get_property(connection_, 0, window, atom->atom, XCB_ATOM_ANY, 0, kMostWords), nullptr));
    if (!reply) return {};
    return {static_cast<const char*>(xcb_get_property_value(reply.get())),
            static_cast<size_t>(xcb_get_property_value_length(reply.get()))};
}

XConnection::Window XConnection::search(Window window, uint32_t pid) {
    const std::string owner = property(window, "_NET_WM_PID");
    if (owner == std::string(reinterpret_cast<const char*>(&pid), sizeof pid) && viewable(window)) return window;
    const auto tree = owned(xcb_query_tree_reply(connection_, xcb_query_tree(connection_, window), nullptr));
    for (int i = 0; tree && i < xcb_query_tree_children_length(tree.get()); ++i)
        if (const Window found = search(xcb_query_tree_children(tree.get())[i], pid)) return found;
    return 0;
}

bool XConnection::rootHas(const std::string& name) {
    const auto properties =
        owned(xcb_list_properties_reply(connection_, xcb_list_properties(connection_, root_), nullptr));
    const auto atom = owned(xcb_intern_atom_reply(
        connection_, xcb_intern_atom(connection_, 0, static_cast<uint16_t>(name.size()), name.c_str()), nullptr));
    if (!properties || !atom) return false;
    const xcb_atom_t* first = xcb_list_properties_atoms(properties.get());
    const xcb_atom_t* end = first + xcb_list_properties_atoms_length(properties.get());
    return std::find(first, end, atom->atom) != end;
}

std::string XConnection::title(Window window) {
    return property(window, "_NET_WM_NAME");
}

bool XConnection::viewable(Window window) {
    const auto attributes =
        owned(xcb_get_window_attributes_reply(connection_, xcb_get_window_attributes(connection_, window), nullptr));
    return attributes && attributes->map_state == XCB_MAP_STATE_VIEWABLE;
}

void XConnection::focus(Window window) {
    xcb_set_input_focus(connection_, XCB_INPUT_FOCUS_PARENT, window, XCB_CURRENT_TIME);
    xcb_flush(connection_);
}

bool XConnection::hasFocus(Window window) {
    const auto focus = owned(xcb_get_input_focus_reply(connection_, xcb_get_input_focus(connection_), nullptr));
    return focus && focus->focus == window;
}

sinew::Pixels XConnection::picture(Window window) {
    const auto shape = owned(xcb_get_geometry_reply(connection_, xcb_get_geometry(connection_, window), nullptr));
    if (!shape) return {};
    const auto reply = owned(xcb_get_image_reply(
        connection_,
        xcb_get_image(connection_, XCB_IMAGE_FORMAT_Z_PIXMAP, window, 0, 0, shape->width, shape->height, ~0u),
        nullptr));
    if (!reply) return {};
    const uint8_t* bytes = xcb_get_image_data(reply.get());
    sinew::Pixels picture{.width = shape->width, .height = shape->height};
    picture.rgba.assign(bytes, bytes + size_t{4} * shape->width * shape->height);
    for (size_t i = 0; i < picture.rgba.size(); i += 4) {
        std::swap(picture.rgba[i], picture.rgba[i + 2]);  // the server has blue first
        picture.rgba[i + 3] = 255;
    }
    return picture;
}

bool XConnection::renew() {
    const bool alone = waitFor(2.0, [&] {  // the windows of a program that has just ended
        const auto tree = owned(xcb_query_tree_reply(connection_, xcb_query_tree(connection_, root_), nullptr));
        return !tree || tree->children_len == 0;
    });
    const auto screen = owned(xcb_get_geometry_reply(connection_, xcb_get_geometry(connection_, root_), nullptr));
    if (!alone || !screen) return false;
    xcb_warp_pointer(connection_, XCB_NONE, root_, 0, 0, 0, 0, static_cast<int16_t>(screen->width / 2),
                     static_cast<int16_t>(screen->height / 2));
    focus(XCB_INPUT_FOCUS_POINTER_ROOT);
    const auto keys = owned(xcb_query_keymap_reply(connection_, xcb_query_keymap(connection_), nullptr));
    const auto pointer = owned(xcb_query_pointer_reply(connection_, xcb_query_pointer(connection_, root_), nullptr));
    return keys && std::ranges::all_of(keys->keys, [](uint8_t held) { return held == 0; }) && pointer &&
           pointer->mask == 0;
}
