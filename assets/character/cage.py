"""A closed control cage of quads with skin weights, and its subdivision, which smooths the weights like the surface."""
import numpy as np

from skeleton import weight_row


class Cage:
    def __init__(self):
        self.positions, self.weights, self.faces, self.labels, self.seams = [], [], [], [], set()

    def vertex(self, position, weights):
        self.positions.append(np.array(position, float))
        self.weights.append(weight_row(weights))
        return len(self.positions) - 1

    def quad(self, a, b, c, d, label):
        self.faces.append((a, b, c, d))
        self.labels.append(label)

    def bridge(self, ring, other, label, skip=()):
        """Quads between two rings of equal length; skip leaves holes."""
        count = len(ring)
        for i in range(count):
            if i not in skip:
                self.quad(ring[i], ring[(i + 1) % count], other[(i + 1) % count], other[i], label)

    def cap(self, ring, position, weights, label):
        middle, count = self.vertex(position, weights), len(ring)
        for i in range(0, count, 2):
            self.quad(ring[i], ring[(i + 1) % count], ring[(i + 2) % count], middle, label)

    def seam_path(self, *vertices):
        """Marks edges where the texture may be cut."""
        for a, b in zip(vertices, vertices[1:]):
            self.seams.add((min(a, b), max(a, b)))

    def seam_loop(self, ring):
        self.seam_path(*ring, ring[0])

    def without_loose_vertices(self):
        """Returns positions and weights side by side, faces and seams, without unused vertices."""
        used = np.unique(np.array(self.faces))
        renumbered = np.full(len(self.positions), -1)
        renumbered[used] = np.arange(len(used))
        faces = [tuple(renumbered[list(f)]) for f in self.faces]
        seams = {tuple(sorted((int(renumbered[a]), int(renumbered[b])))) for a, b in self.seams}
        return np.concatenate([np.array(self.positions), np.array(self.weights)], 1)[used], faces, seams


def catmull_clark(values, faces, seams):
    """One subdivision step over any number of values per vertex. Each face becomes four, in order. Returns values, faces, seams."""
    faces = np.asarray(faces)
    vertex_count, face_count = len(values), len(faces)
    face_points = values[faces].mean(1)
    corner_edges = np.sort(np.stack([faces, np.roll(faces, -1, 1)], -1).reshape(-1, 2), 1)
    edges, face_edges = np.unique(corner_edges, axis=0, return_inverse=True)
    face_edges = face_edges.reshape(face_count, 4)

    beside_edges, beside_count = np.zeros((len(edges), values.shape[1])), np.zeros(len(edges))
    np.add.at(beside_edges, face_edges.ravel(), np.repeat(face_points, 4, 0))
    np.add.at(beside_count, face_edges.ravel(), 1)
    assert (beside_count == 2).all(), "the cage is not closed"
    middles = values[edges].mean(1)
    edge_points = (middles * 2 + beside_edges) / 4

    around_faces, around_edges, valence = np.zeros_like(values), np.zeros_like(values), np.zeros(vertex_count)
    np.add.at(around_faces, faces.ravel(), np.repeat(face_points, 4, 0))
    np.add.at(valence, faces.ravel(), 1)
    for end in (0, 1):
        np.add.at(around_edges, edges[:, end], middles)
    n = valence[:, None]
    vertex_points = (around_faces / n + 2 * around_edges / n + (n - 3) * values) / n

    first_edge, first_face = vertex_count, vertex_count + len(edges)
    face_numbers = first_face + np.arange(face_count)
    corners = [np.stack([faces[:, k], first_edge + face_edges[:, k], face_numbers, first_edge + face_edges[:, k - 1]], 1) for k in range(4)]
    edge_number = {tuple(edge): i for i, edge in enumerate(edges.tolist())}
    finer_seams = set()
    for a, b in seams:
        middle = first_edge + edge_number[(a, b)]
        finer_seams |= {(a, middle), (b, middle)}
    return np.concatenate([vertex_points, edge_points, face_points]), np.stack(corners, 1).reshape(-1, 4), finer_seams
