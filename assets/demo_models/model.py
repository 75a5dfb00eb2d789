"""Parts of a model: mesh, chain of bones, clip. Y up, meters, facing +Z."""
import math
from dataclasses import dataclass, field

from demo_models.maths import subtract

# vertex colors are linear
CREAM, CORAL, TEAL, DEEP_TEAL = (0.82, 0.75, 0.62), (0.75, 0.09, 0.04), (0.03, 0.20, 0.21), (0.012, 0.085, 0.10)
YELLOW, INK = (0.91, 0.46, 0.05), (0.008, 0.010, 0.025)


@dataclass
class Mesh:
    positions: list = field(default_factory=list)
    colors: list = field(default_factory=list)
    influences: list = field(default_factory=list)  # per vertex: [(bone, weight), ...]
    faces: list = field(default_factory=list)       # three or four vertices, counter-clockwise from outside

    def add_vertex(self, position, color, influences):
        self.positions.append(position)
        self.colors.append(color)
        self.influences.append(influences)
        return len(self.positions) - 1

    def add_skin(self, rings, first_pole, last_pole):
        """Quads between consecutive rings, fans at both ends; rings run counter-clockwise seen from the last one."""
        count = len(rings[0])
        for a, b in zip(rings, rings[1:]):
            for k in range(count):
                self.faces.append((a[k], a[(k + 1) % count], b[(k + 1) % count], b[k]))
        for k in range(count):
            self.faces.append((first_pole, rings[0][(k + 1) % count], rings[0][k]))
            self.faces.append((last_pole, rings[-1][k], rings[-1][(k + 1) % count]))

    def normals(self):
        """Smooth normals, weighted by face area."""
        sums = [[0.0, 0.0, 0.0] for _ in self.positions]
        for face in self.faces:
            p = [self.positions[i] for i in face]
            u, v = (subtract(p[2], p[0]), subtract(p[-1], p[1])) if len(p) == 4 else (subtract(p[1], p[0]), subtract(p[2], p[0]))
            normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
            for i in face:
                sums[i] = [a + b for a, b in zip(sums[i], normal)]
        return [[x / math.hypot(*n) for x in n] for n in sums]


@dataclass
class Chain:
    """A chain of bones, axis-aligned at rest."""
    names: list
    positions: list  # of the joints, in the model's space


@dataclass
class Clip:
    name: str
    times: list
    matrices: dict  # bone name -> one local matrix per key
