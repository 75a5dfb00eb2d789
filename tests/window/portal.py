#!/usr/bin/python3
"""A stand-in for the desktop's portal of file dialogs.
usage: portal.py choose URI... | cancel | close | refuse | vanish | wait

Owns its name on the session bus, prints "ready", and answers each OpenFile: with these URIs, with "the user cancels", "the dialog was closed",
an error, by ending, or never. Prints each question as a line of JSON.
"""
import json
import os
import sys

try:
    from gi.repository import Gio, GLib
except ImportError:
    sys.exit(77)

INTERFACE = """<node><interface name="org.freedesktop.portal.FileChooser"><method name="OpenFile">
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/>
</method></interface></node>"""
answer, uris = sys.argv[1], sys.argv[2:]


def say(text):
    print(text, flush=True)


def respond(bus, sender, request):
    response = {"choose": 0, "cancel": 1, "close": 2}[answer]
    results = {"uris": GLib.Variant("as", uris), "writable": GLib.Variant("b", True)} if answer == "choose" else {}
    bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response", GLib.Variant("(ua{sv})", (response, results)))
    return False


def called(bus, sender, path, interface, method, arguments, invocation):
    parent, title, options = arguments.unpack()
    options["current_folder"] = bytes(options.get("current_folder", [])).decode()
    say(json.dumps({"parent": parent, "title": title, **options}))
    if answer == "refuse":
        return invocation.return_dbus_error("org.freedesktop.portal.Error.NotAllowed", "Dialogs are\nforbidden here")
    request = "/org/freedesktop/portal/desktop/request/%s/%s" % (sender[1:].replace(".", "_"), options["handle_token"])
    invocation.return_value(GLib.Variant("(o)", (request,)))
    if answer == "vanish":
        bus.flush_sync()
        os._exit(0)
    if answer != "wait":
        GLib.timeout_add(200, respond, bus, sender, request)


def owner_changed(bus, sender, path, interface, signal, arguments):
    if arguments[0].startswith(":") and not arguments[2]:
        say("gone " + arguments[0])


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.signal_subscribe("org.freedesktop.DBus", None, "NameOwnerChanged", None, None, 0, owner_changed)
bus.register_object("/org/freedesktop/portal/desktop", Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], called)
Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", 0, lambda *_: say("ready"), None)
GLib.MainLoop().run()
