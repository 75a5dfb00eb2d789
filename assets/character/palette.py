"""Colors (sRGB, 0 to 255), finishes, sizes and clip lengths: change the look here first."""
import numpy as np

TEXTURE_SIZE = 1024

COLORS = {name: np.array(rgb) / 255.0 for name, rgb in dict(
    cream=(238, 228, 211), shade=(206, 194, 178),
    coral=(226, 84, 58), coral_dark=(188, 58, 44),
    teal=(38, 112, 118), teal_dark=(24, 78, 88),
    navy=(24, 30, 52), navy_light=(38, 48, 78),
    mint=(150, 255, 226), yellow=(246, 186, 66), blush=(236, 110, 110),
    grey=(92, 98, 112), sole=(52, 56, 70), steel=(196, 202, 212), brass=(255, 212, 116),
    white=(255, 255, 255), glow=(26, 128, 133), bulb_tip=(255, 242, 178)).items()}

FINISHES = {name: np.array(pair) for name, pair in dict(  # roughness, metallic
    cloth=(0.86, 0.0), wool=(0.95, 0.0), rubber=(0.58, 0.0), tread=(0.80, 0.0), shell=(0.24, 0.0), plastic=(0.42, 0.0),
    glass=(0.06, 0.0), steel=(0.26, 1.0), brass=(0.30, 1.0)).items()}
EMISSIVE_STRENGTH = 1.0  # of the emissive texture

CLIP_SECONDS = dict(Idle=4.0, Walk=1.0, Run=0.7, Jump=1.5, Wave=2.5, Dance=4.0)
WALK_SPEED, RUN_SPEED = 0.66, 1.75  # of the floor under the feet, m/s

BAKE_RATE = 60  # poses per second; the legs of LEG_CLIPS keep every pose, everything else every second one
LEG_CLIPS = ("Walk", "Run", "Jump")
