"""The faults and harmless edits of each format, and how modules register them."""
import functools

# Ids that joined another one, for programs that still have them.
JOINED = {
    "motion-jump": "key-pop", "pose-jump": "key-pop", "keys-exchanged": "key-pop", "keys-off": "key-pop",
    "motion-stepped": "clip-stepped",
    "clip-slow": "clip-times", "clip-fast": "clip-times", "clip-two-rates": "clip-times",
    "channels-start-apart": "channels-apart", "channels-end-apart": "channels-apart",
    "clip-heading": "clip-elsewhere", "rest-turned": "clip-unlike", "bone-turned": "clip-unlike",
    "clip-lies": "figure-lies", "root-rise": "loop-seam",
    "skin-unit": "skin-apart", "skin-turned": "skin-apart", "skin-mirrored": "skin-apart", "skin-offset": "skin-apart",
    "bind-exchanged": "bone-misbound", "bone-scaled": "bone-misbound", "bone-apart": "bone-misbound",
    "weights-swapped": "weights-stray", "weights-taken": "weights-stray", "weights-smeared": "weights-stray",
    "bone-far": "weights-stray", "normals-bent": "normals-off", "tangents-mirrored": "tangents-off",
}


class NoPlace(Exception):
    """The file has no place for a fault or an edit."""


class Where:
    """What a finding about a fault has to name: one of `names`; if these are bones of a clip, a finding that stands for
    several clips has to name `clip`."""

    def __init__(self, names, clip=None):
        self.names, self.clip = {n for n in names if n}, clip


class Fault:
    """change(rig, rng) changes a copy of a file and returns a Where. `ids` are the findings that say it. A fault that is planted
    alone takes away what others change, or makes a reader drop it."""

    def __init__(self, name, ids, change, alone):
        self.name, self.ids, self.change, self.alone = name, frozenset(ids.split()), change, alone


class Edit:
    """A harmless change(rig, rng) of a copy of a file. `true` are notes on what the edit did. An edit that copies parts of a
    model may repeat the findings that the model has."""

    def __init__(self, change, true, copies):
        self.change, self.true, self.copies = change, frozenset(true.split()), copies


def need(found):
    """What was found, or NoPlace."""
    if found is None or found is False or found == []:
        raise NoPlace
    return found


class Format:
    def __init__(self):
        self.faults, self.edits = {}, {}

    def fault(self, ids, *variants, name="", alone=False):
        """Registers plant(rig, rng, *variant) for each variant: how far, how many."""
        def register(plant):
            for variant in variants or ((),):
                variant = variant if isinstance(variant, tuple) else (variant,)
                full = " ".join([name or plant.__name__, *("%.4g" % n if isinstance(n, float) else str(n) for n in variant)])
                own = functools.partial(lambda rig, rng, variant: plant(rig, rng, *variant), variant=variant)
                self.faults[full] = Fault(full, ids, own, alone)
            return plant
        return register

    def kind(self, planter):
        """Makes a decorator of planter(rig, rng, change), which finds a place and calls change(..., *variant) there."""
        def of(ids, *variants, name="", alone=False, **options):
            def register(change):
                def plant(rig, rng, *variant):
                    return planter(rig, rng, lambda *values: change(*values, *variant), **options)
                self.fault(ids, *variants, name=name or change.__name__, alone=alone)(plant)
                return change
            return register

        def table(rows, **options):
            """Registers rows of a name and (ids, change)."""
            for name, (ids, change) in rows.items():
                of(ids, name=name, **options)(change)
        of.table = table
        return of

    def harmless(self, true="", copies=False):
        def register(change):
            self.edits[change.__name__] = Edit(change, true, copies)
            return change
        return register


GLTF, COLLADA = Format(), Format()
