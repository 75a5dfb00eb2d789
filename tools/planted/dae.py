"""A Collada file in memory: its numbers are read, changed and written. Standard library only."""
import copy
import os
import shutil
import xml.etree.ElementTree as ElementTree


class Dae:
    """Sources are lists of numbers by id; a channel is one of a node's matrices or of a coordinate."""

    def __init__(self, path):
        self.path = path
        self.root = ElementTree.parse(path).getroot()
        self.space = self.root.tag[:self.root.tag.index("}") + 1]
        self.taken = set()  # places that have a fault
        self.index()

    def index(self):
        self.by_id = {e.get("id"): e for e in self.root.iter() if e.get("id")}
        self.parents = {child: parent for parent in self.root.iter() for child in parent}

    def copy(self):
        other = copy.copy(self)
        other.root, other.taken = copy.deepcopy(self.root), set(self.taken)
        other.index()
        return other

    def save(self, path):
        ElementTree.register_namespace("", self.space[1:-1])
        ElementTree.ElementTree(self.root).write(path, encoding="utf-8", xml_declaration=True)
        folder = os.path.dirname(os.path.abspath(self.path))
        for image in self.all("init_from"):
            name = os.path.basename((image.text or "").strip())
            if name and os.path.isfile(os.path.join(folder, name)):
                shutil.copy(os.path.join(folder, name), os.path.dirname(path))

    def all(self, tag, below=None):
        return list((self.root if below is None else below).iter(self.space + tag))

    def one(self, tag, below=None):
        return next(iter(self.all(tag, below)), None)

    def find(self, reference):
        return self.by_id.get((reference or "").lstrip("#"))

    # Lists

    def input(self, owner, semantic):
        """The array of the source of an input of a sampler, skin or mesh."""
        for own in self.all("input", owner):
            if own.get("semantic") == semantic:
                source = self.find(own.get("source"))
                if source is not None and source.tag == self.space + "vertices":
                    return self.input(source, "POSITION" if semantic == "VERTEX" else semantic)
                return None if source is None else self.array(source)
        return None

    def array(self, source):
        for tag in ("float_array", "Name_array", "IDREF_array"):
            found = self.one(tag, source)
            if found is not None:
                return found
        return None

    def stride(self, array):
        accessor = self.one("accessor", self.parents[array])
        return int(accessor.get("stride", "1"))

    @staticmethod
    def numbers(array):
        return [float(n) for n in (array.text or "").split()]

    def set_numbers(self, array, numbers):
        array.text = " ".join("%.7g" % n for n in numbers)
        array.set("count", str(len(numbers)))
        accessor = self.one("accessor", self.parents[array])
        accessor.set("count", str(len(numbers) // self.stride(array)))

    # What is in the file

    def skins(self):
        return [c for c in self.all("controller") if self.one("skin", c) is not None]

    def skin(self):
        """The controller with the most weights, or None."""
        return max(self.skins(), key=lambda c: len((self.one("v", c).text or "").split()), default=None)

    def geometry(self, controller):
        return self.find(self.one("skin", controller).get("source"))

    def joints(self, controller):
        return (self.input(self.one("joints", controller), "JOINT").text or "").split()

    def influences(self, controller):
        """Lists of [joint, weight index] of each vertex, as in the file."""
        flat = [int(n) for n in self.one("v", controller).text.split()]
        found, at = [], 0
        for count in self.one("vcount", controller).text.split():
            found.append([flat[at + 2 * k:at + 2 * k + 2] for k in range(int(count))])
            at += 2 * int(count)
        return found

    def names_of(self, node):
        return {n for n in (node.get("name"), node.get("id"), node.get("sid")) if n}

    def mesh_names(self, controller):
        geometry = self.geometry(controller)
        found = {n for e in (geometry, controller) for n in (e.get("name"), e.get("id")) if n}
        for own in self.all("instance_controller"):
            if self.find(own.get("url")) is controller:
                found |= self.names_of(self.parents[own])
        return found

    def channels(self):
        """(animation, sampler, channel, node) of each channel whose target exists, in the order of the file."""
        found = []
        for channel in self.all("channel"):
            node = self.by_id.get(channel.get("target", "").split("/")[0])
            sampler = self.find(channel.get("source"))
            if node is not None and sampler is not None:
                found.append((self.parents[channel], sampler, channel, node))
        return found

    def clip_names(self, animation):
        """What the clip with this animation may be called."""
        found, own = {"Animation 0", "animation"}, animation
        while own is not None and own.tag == self.space + "animation":
            found |= {n for n in (own.get("name"), own.get("id")) if n}
            own = self.parents.get(own)
        for clip in self.all("animation_clip"):
            found |= {n for n in (clip.get("name"), clip.get("id")) if n}
        return found

    def own_source(self, sampler, semantic):
        """Gives a sampler a copy of a source of its own, and returns its array."""
        array = self.input(sampler, semantic)
        source = self.parents[array]
        clone = copy.deepcopy(source)
        name = sampler.get("id") + "-planted-" + semantic.lower()
        for element in clone.iter():
            if element.get("id"):
                element.set("id", name + ("" if element is clone else "-array"))
            if element.tag == self.space + "accessor":
                element.set("source", "#" + name + "-array")
        owner = self.parents[source]
        owner.insert(list(owner).index(source), clone)
        for own in self.all("input", sampler):
            if own.get("semantic") == semantic:
                own.set("source", "#" + name)
        self.index()
        return self.array(clone)
