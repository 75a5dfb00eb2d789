"""The classes of faults and of harmless edits that run.py plants, by name."""


class Classes:
    """Those of one format. Each is a function that changes a file and returns the names that a finding about it may have as its
    object, or None where the file has no place for it. It takes the file (a Rig or a Dae) and a random.Random."""

    def __init__(self):
        self.faults, self.harmless_edits = {}, {}

    def fault(self, function):
        self.faults[function.__name__] = function
        return function

    def harmless(self, function):
        self.harmless_edits[function.__name__] = function
        return function

    def fault_of(self, change, plant):
        """Registers `plant`, which applies `change`, by the name of that."""
        plant.__name__ = change.__name__
        return self.fault(plant)


GLTF, COLLADA = Classes(), Classes()
