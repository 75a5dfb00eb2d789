"""Scarf and antenna: particles on strings, simulated through the clip until the cycle repeats."""
import math
from dataclasses import dataclass

import numpy as np

from maths import shortest_arc, unit
from palette import BAKE_RATE, RUN_SPEED, WALK_SPEED
from skeleton import (ANTENNA_ALONG, ANTENNA_LINK, ANTENNA_LINKS, ANTENNA_START, HEAD_CENTER, HEAD_RADII, HEADS, INDEX, SCARF_ALONG,
                      SCARF_LINK, SCARF_LINKS, SCARF_START, world_frames)

SUBSTEPS = 2
STEP = 1 / BAKE_RATE / SUBSTEPS
CONSTRAINT_PASSES = 6
WIND = dict(Walk=WALK_SPEED * 1.1, Run=RUN_SPEED * 1.1)
REPEATS_WITHIN = 0.0003  # meters of difference between two cycles that count as closed
MOST_ROUNDS = 24


@dataclass
class Chain:
    prefix: str
    parent: str
    start: np.ndarray
    along: np.ndarray
    link: float
    links: int
    friction: float  # fraction of the relative speed of neighbors that a step removes

    def rest(self, rotation, position):
        """The particles in their rest shape relative to the parent."""
        steps = np.arange(self.links + 1)[:, None] * self.along * self.link
        return position + (self.start + steps - HEADS[INDEX[self.parent]]) @ rotation.T


SCARF = Chain("scarf", "spine3", SCARF_START, SCARF_ALONG, SCARF_LINK, SCARF_LINKS, 0.025)
ANTENNA = Chain("antenna", "head", ANTENNA_START, ANTENNA_ALONG, ANTENNA_LINK, ANTENNA_LINKS, 0.0)

# the scarf: stiffness per particle, gravity, air drag, and the largest angle between neighboring links
SCARF_SHAPE_PULL = np.array([0, 30, 6, 2, 1, 1])[:, None]
SCARF_GRAVITY, SCARF_DRAG = 7.0, 4.6
SCARF_TURNS = np.radians([80, 40, 40, 40, 40])
SCARF_STIFFNESS = 0.006  # fraction of each bend that a pass removes
# colliders: ellipsoids on the spine (center, radii, power), arms (from, to, radius), and everything in front of the back
SPINE_BODIES = ((np.array([0, 0.0, 0.80]), np.array([0.215, 0.165, 0.27]), 2),
                (np.array([0, 0.185, 0.865]), np.array([0.185, 0.100, 0.155]), 3))
BACK = 0.135
ARM_BODIES = [("upperarm_L", "forearm_L", 0.094), ("forearm_L", "hand_L", 0.090),
              ("upperarm_R", "forearm_R", 0.094), ("forearm_R", "hand_R", 0.090)]


def antenna_acceleration(place, speed, rest):
    return (rest - place) * (420 - 55 * np.arange(len(place)))[:, None] - speed * 7.0


def scarf_acceleration(place, speed, rest, wind, flutter):
    gust = wind + flutter * np.linspace(0.2, 1.6, len(place))[:, None]
    acceleration = (gust - speed) * SCARF_DRAG * (1.6 if wind[1] > 1 else 1) + (rest - place) * SCARF_SHAPE_PULL
    acceleration[:, 2] -= SCARF_GRAVITY
    return acceleration


def flutter(name, time, seconds):
    """Makes a whole number of turns per clip."""
    slow, fast = (2, 3) if seconds < 1.2 else (4, 5)
    turn = 2 * math.pi * time / seconds
    strength = WIND.get(name, 0.0) * 0.06 + 0.006
    return np.array([math.sin(slow * turn), 0.3, 0.35 * math.sin(fast * turn)]) * strength


def keep_lengths(place, link):
    for i in range(len(place) - 1):
        place[i + 1] = place[i] + unit(place[i + 1] - place[i]) * link


def keep_smooth(place, first_direction, link):
    """Reduces every bend a little, and removes what exceeds the limit: cloth bends, it does not fold sharply."""
    before = first_direction
    for i, limit in enumerate(SCARF_TURNS):
        direction = unit(place[i + 1] - place[i])
        angle = math.acos(min(1.0, max(-1.0, before @ direction)))
        wanted = min(angle * (1 - (SCARF_STIFFNESS if i else 0)), limit)
        if angle > 1e-4:
            side = direction - before * (before @ direction)
            direction = before * math.cos(wanted) + unit(side) * math.sin(wanted)
            place[i + 1:] += place[i] + direction * link - place[i + 1]
        before = direction


def keep_out(place, rotations, positions):
    """Pushes particles out of the body, the backpack, the helmet and the arms."""
    for joint, bodies in (("spine3", SPINE_BODIES), ("head", ((HEAD_CENTER, HEAD_RADII * 1.08, 2),))):
        i = INDEX[joint]
        local = (place - positions[i]) @ rotations[i] + HEADS[i]
        for center, radii, power in bodies:
            depth = (np.abs((local - center) / radii) ** power).sum(1) ** (1 / power)
            inside = (depth < 1) & (np.arange(len(place)) > 0)
            local[inside] = center + (local[inside] - center) / np.maximum(depth[inside], .2)[:, None]
        if joint == "spine3":
            local[:, 1] = np.maximum(local[:, 1], BACK)
        place[1:] = (positions[i] + (local - HEADS[i]) @ rotations[i].T)[1:]
    for start, end, radius in ARM_BODIES:
        a, b = positions[INDEX[start]], positions[INDEX[end]]
        share = np.clip((place - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)[:, None]
        away = place - (a + share * (b - a))
        distance = np.linalg.norm(away, axis=1)
        inside = (distance < radius) & (np.arange(len(place)) > 1)
        place[inside] += away[inside] * (radius / np.maximum(distance[inside], 1e-6) - 1)[:, None]


def simulate(chain, name, seconds, frames):
    """The particles at every frame; the last row equals the first."""
    count, parent = len(frames) - 1, INDEX[chain.parent]
    wind = np.array([0, WIND.get(name, 0.0), 0.0])
    place = chain.rest(frames[0][0][parent], frames[0][1][parent])
    speed, path, last_path = np.zeros_like(place), None, None
    for _ in range(MOST_ROUNDS):
        path = [place.copy()]
        for f in range(count):
            for k in range(SUBSTEPS):
                share = (k + 1) / SUBSTEPS
                rotations, positions = (a * (1 - share) + b * share for a, b in zip(frames[f], frames[f + 1]))
                rest, old = chain.rest(rotations[parent], positions[parent]), place.copy()
                if chain is ANTENNA:
                    acceleration = antenna_acceleration(place, speed, rest)
                else:
                    time = (f + share) / BAKE_RATE
                    acceleration = scarf_acceleration(place, speed, rest, wind, flutter(name, time, seconds))
                place = place + speed * STEP + acceleration * STEP * STEP
                place[0] = rest[0]
                for _ in range(CONSTRAINT_PASSES):
                    keep_lengths(place, chain.link)
                    if chain is SCARF:
                        keep_smooth(place, unit(rest[1] - rest[0]), chain.link)
                        keep_out(place, rotations, positions)
                speed = (place - old) / STEP * 0.995
                speed[0] = (place[0] - old[0]) / STEP
                speed[1:] -= (speed[1:] - speed[:-1]) * chain.friction
                speed *= np.minimum(1, 4 / np.maximum(np.linalg.norm(speed, axis=1, keepdims=True), 1e-6))
            path.append(place.copy())
        gap = np.abs(path[-1] - path[0]).max()
        if last_path is not None and gap < REPEATS_WITHIN:
            break
        last_path = path
    if gap > REPEATS_WITHIN:
        print("    %s in %s does not repeat: %.1f mm" % (chain.prefix, name, gap * 1000))
    return close(np.array(path))


def close(path):
    """Spreads the remaining gap over the clip. It is below a millimeter, unless the line printed above says otherwise."""
    gap, share = path[-1] - path[0], np.linspace(0, 1, len(path))[:, None, None]
    return path - gap * share


def add_strings(name, seconds, frames):
    """Sets the rotations of both chains."""
    world = [world_frames(frame.rotations, frame.hips_offset) for frame in frames]
    for chain in (SCARF, ANTENNA):
        path = simulate(chain, name, seconds, world)
        for frame, (rotations, _), place in zip(frames, world, path):
            turn = rotations[INDEX[chain.parent]]
            for i in range(chain.links):
                local = shortest_arc(chain.along, turn.T @ unit(place[i + 1] - place[i]))
                frame.rotations[INDEX["%s%d" % (chain.prefix, i + 1)]] = local
                turn = turn @ local
