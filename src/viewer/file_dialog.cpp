#include "viewer/file_dialog.h"

#include <algorithm>

#include <fmt/format.h>

#ifdef SINEW_PORTAL
#include <gio/gio.h>
#endif

#include "base/error.h"
#include "base/shown_text.h"

namespace sinew {
namespace {

Error dialogError(std::string_view cause) {
    return {Exit::environment,
            fmt::format("cannot open a file dialog: {}; drop files on the window instead", lineFrom(cause))};
}

#ifdef SINEW_PORTAL

constexpr const char* kPortal = "org.freedesktop.portal.Desktop";
constexpr const char* kPortalPath = "/org/freedesktop/portal/desktop";
constexpr const char* kToken = "sinew";                 // a connection of our own asks once
enum Response : uint32_t { chosen = 0, canceled = 1 };  // others: the dialog ended in some other way

/// @throws Error with the cause of a call that has failed, if it has.
void require(GError* error) {
    if (!error) return;
    g_dbus_error_strip_remote_error(error);
    const std::string cause = error->message;
    g_error_free(error);
    throw dialogError(cause);
}

struct Answer {
    GVariant* response = nullptr;  ///< "(ua{sv})"; owned
    std::string failure;           ///< why there will be no response
};

void takeSignal(GDBusConnection*, const char*, const char*, const char*, const char* name, GVariant* arguments,
                void* data) {
    Answer& answer = *static_cast<Answer*>(data);
    const char* owner = "";
    if (answer.response) return;
    if (g_variant_is_of_type(arguments, G_VARIANT_TYPE("(ua{sv})")))
        answer.response = g_variant_ref(arguments);
    else if (name == std::string_view("Response"))
        answer.failure = "the answer of the desktop's portal is damaged";
    else if (g_variant_get(arguments, "(&s&s&s)", nullptr, nullptr, &owner); !*owner)
        answer.failure = "the desktop's portal has ended";
}

GVariant* argumentsFor(const FileQuestion& question) {
    GVariantBuilder options, models;
    g_variant_builder_init(&models, G_VARIANT_TYPE("a(us)"));
    for (const std::string& ending : question.endings)
        g_variant_builder_add(&models, "(us)", 0u, patternOf(ending).c_str());
    g_variant_builder_init(&options, G_VARIANT_TYPE_VARDICT);
    const auto add = [&](const char* name, GVariant* value) { g_variant_builder_add(&options, "{sv}", name, value); };
    add("handle_token", g_variant_new_string(kToken));
    add("multiple", g_variant_new_boolean(true));
    if (!question.folder.empty()) add("current_folder", g_variant_new_bytestring(question.folder.c_str()));
    add("filters", g_variant_new_parsed("[('Models', %a(us)), ('All files', [(0, '*')])]", &models));
    return g_variant_new("(ssa{sv})", question.parent.c_str(), "Open models or clips", &options);
}

/// @throws Error if it is not a "file:" URI of this computer.
std::string pathOfUri(const char* uri) {
    g_autofree char* host = nullptr;
    g_autofree char* path = g_filename_from_uri(uri, &host, nullptr);
    if (!path || (host && host != std::string_view("localhost")))
        throw Error(Exit::environment, fmt::format("{}: not a file of this computer", shownPath(uri)));
    return path;
}

}  // namespace

std::vector<std::string> askForFiles(const FileQuestion& question, const std::stop_token& stop) {
    constexpr auto kFlags = static_cast<GDBusConnectionFlags>(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                              G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION);
    g_autoptr(GMainContext) context = g_main_context_new();
    g_autoptr(GMainContextPusher) pusher = g_main_context_pusher_new(context);
    g_autoptr(GCancellable) cancellation = g_cancellable_new();
    const std::stop_callback cancel(stop, [&] {
        g_cancellable_cancel(cancellation);
        g_main_context_wakeup(context);
    });
    Answer answer;
    GError* error = nullptr;
    g_autofree char* address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, cancellation, &error);
    require(error);
    g_autoptr(GDBusConnection) bus =
        g_dbus_connection_new_for_address_sync(address, kFlags, nullptr, cancellation, &error);
    require(error);
    const auto subscribe = [&](const char* sender, const char* signal, const char* path, const char* argument) {
        g_dbus_connection_signal_subscribe(bus, sender, nullptr, signal, path, argument, G_DBUS_SIGNAL_FLAGS_NONE,
                                           takeSignal, &answer, nullptr);
    };
    // The object that sends the answer has its path from the connection's name, as ":1.42", and the token.
    std::string sender = g_dbus_connection_get_unique_name(bus) + 1;
    std::ranges::replace(sender, '.', '_');
    subscribe(kPortal, "Response", fmt::format("{}/request/{}/{}", kPortalPath, sender, kToken).c_str(), nullptr);
    subscribe("org.freedesktop.DBus", "NameOwnerChanged", nullptr, kPortal);
    g_autoptr(GVariant) called =
        g_dbus_connection_call_sync(bus, kPortal, kPortalPath, "org.freedesktop.portal.FileChooser", "OpenFile",
                                    argumentsFor(question), nullptr, G_DBUS_CALL_FLAGS_NONE, -1, cancellation, &error);
    require(error);
    while (!answer.response && answer.failure.empty() && !stop.stop_requested()) {
        if (g_dbus_connection_is_closed(bus)) throw dialogError("the session bus has ended");
        g_main_context_iteration(context, true);
    }
    g_dbus_connection_close_sync(bus, nullptr, nullptr);
    if (!answer.failure.empty()) throw dialogError(answer.failure);
    if (!answer.response) return {};
    g_autoptr(GVariant) results = nullptr;
    guint32 response = 0;
    g_variant_get(answer.response, "(u@a{sv})", &response, &results);
    g_variant_unref(answer.response);
    if (response == canceled) return {};
    if (response != chosen) throw dialogError("the desktop's portal has closed it");
    g_auto(GStrv) uris = nullptr;
    g_variant_lookup(results, "uris", "^as", &uris);
    std::vector<std::string> paths;
    for (char** uri = uris; uri && *uri; ++uri)
        paths.push_back(pathOfUri(*uri));
    return paths;
}

std::string picturesFolder() {
    const char* folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES);
    return folder ? folder : "";
}

#else

}  // namespace

std::vector<std::string> askForFiles(const FileQuestion&, const std::stop_token&) {
    throw dialogError("this build of Sinew has none");
}

std::string picturesFolder() {
    return "";
}

#endif

std::string patternOf(std::string_view ending) {
    std::string pattern = "*";
    for (const char letter : ending)
        if (letter >= 'a' && letter <= 'z')
            pattern += fmt::format("[{}{}]", letter, static_cast<char>(letter - 'a' + 'A'));
        else
            pattern += letter;
    return pattern;
}

}  // namespace sinew
