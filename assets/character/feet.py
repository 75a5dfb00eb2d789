"""Foot contact: heights and rolling are computed from the vertices of the sole, so no clip sinks or slides.

A foot is held by its lift (height of its lowest vertex), not by its ankle. Pitch in radians, toes down positive; toe likewise.
"""
import math

import numpy as np

from maths import rotate_x
from skeleton import ANKLE, BALL, INDEX

ROLL_STEP = math.radians(0.25)


class Sole:
    def __init__(self, vertices, weights):
        """From the left boot; the right one mirrors it."""
        foot, toe = weights[:, INDEX["foot_L"]], weights[:, INDEX["toe_L"]]
        low = (foot + toe > 0.98) & (vertices[:, 2] < 0.05)
        self.points = vertices[low]
        self.toe_shares = (toe / np.maximum(foot + toe, 1e-9))[low][:, None]
        angles = np.arange(0, math.radians(45), ROLL_STEP)
        heights = np.array([self.ankle_height(-a, 0.0) for a in angles])
        self._roll_angles = angles
        self._rolls = np.concatenate([[0.0], np.cumsum((heights[1:] + heights[:-1]) / 2 * ROLL_STEP)])

    def ankle_height(self, pitch, toe):
        """Ankle height of a foot whose lowest vertex touches the floor."""
        turn, bend = rotate_x(pitch), rotate_x(toe)
        by_foot = (self.points - ANKLE) @ turn.T
        by_toe = ((self.points - BALL) @ bend.T + BALL - ANKLE) @ turn.T
        return -(by_foot * (1 - self.toe_shares) + by_toe * self.toe_shares)[:, 2].min()

    def heel_roll(self, pitch):
        """Backward shift of the ankle after the foot rolled onto its heel without slipping; pitch <= 0."""
        return float(np.interp(-pitch, self._roll_angles, self._rolls))


def toe_roll(pitch):
    """Backward shift (negative: forward) of the ankle when the heel lifts and the toe stays in place; toe = -pitch."""
    return float((BALL + rotate_x(pitch) @ (ANKLE - BALL) - ANKLE)[1])
