import os
from collections.abc import Iterator, Sequence
from typing import Literal, SupportsFloat, SupportsIndex, TypeVar, Union, overload

import numpy as np
from numpy.typing import NDArray

__version__: str

_Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
_Skinning = Literal["linear", "dual-quaternion"]
_Point = tuple[float, float, float]
_Default = TypeVar("_Default")

class Error(Exception):
    exit_code: int

class UsageError(Error, ValueError): ...
class InputError(Error): ...
class NotAvailableError(Error): ...
class OutputError(Error): ...
class DeviceError(Error): ...

class Figure:
    @property
    def value(self) -> float: ...
    @property
    def unit(self) -> str: ...

class Finding:
    @property
    def id(self) -> str: ...
    @property
    def severity(self) -> Literal["error", "warning", "info"]: ...
    @property
    def object(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def figure(self) -> Figure | None: ...
    @property
    def others(self) -> list[tuple[str, Figure | None]]: ...
    @property
    def subjects(self) -> list[tuple[str, int]]: ...
    @property
    def time_s(self) -> float | None: ...
    @property
    def meaning(self) -> str: ...
    @property
    def advice(self) -> str: ...

class Pose:
    @property
    def positions(self) -> NDArray[np.float32]: ...
    @property
    def normals(self) -> NDArray[np.float32]: ...
    @property
    def world_matrices(self) -> NDArray[np.float32]: ...
    @property
    def morph_weights(self) -> NDArray[np.float32]: ...
    @property
    def seconds(self) -> float: ...

class Clip:
    @property
    def name(self) -> str: ...
    @property
    def index(self) -> int: ...
    @property
    def duration(self) -> float: ...
    @property
    def frame_seconds(self) -> float: ...
    @property
    def animated_nodes(self) -> list[int]: ...
    def pose(self, seconds: SupportsFloat | SupportsIndex, *, once: bool = False, skinning: _Skinning = "linear") -> Pose: ...

# Registered as a Mapping, but keys(), values() and items() are lists.
class Clips:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, key: object) -> bool: ...
    def __getitem__(self, key: str | SupportsIndex) -> Clip: ...
    def keys(self) -> list[str]: ...
    def values(self) -> list[Clip]: ...
    def items(self) -> list[tuple[str, Clip]]: ...
    @overload
    def get(self, key: str | SupportsIndex) -> Clip | None: ...
    @overload
    def get(self, key: str | SupportsIndex, default: _Default) -> Clip | _Default: ...

class Instance:
    @property
    def name(self) -> str: ...
    @property
    def node(self) -> int: ...
    @property
    def material(self) -> str: ...
    @property
    def vertices(self) -> slice: ...
    @property
    def positions(self) -> NDArray[np.float32]: ...
    @property
    def normals(self) -> NDArray[np.float32]: ...
    @property
    def uvs(self) -> NDArray[np.float32]: ...
    @property
    def triangles(self) -> NDArray[np.uint32]: ...
    @property
    def bones(self) -> NDArray[np.uint32]: ...
    @property
    def inverse_bind_matrices(self) -> NDArray[np.float32]: ...
    @property
    def joints(self) -> NDArray[np.uint16]: ...
    @property
    def weights(self) -> NDArray[np.uint16]: ...
    @property
    def more_joints(self) -> NDArray[np.uint16]: ...
    @property
    def more_weights(self) -> NDArray[np.uint16]: ...
    @property
    def morph_targets(self) -> list[str]: ...
    @property
    def morph_weights(self) -> slice: ...

class Model:
    @property
    def file(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def clips(self) -> Clips: ...
    @property
    def instances(self) -> list[Instance]: ...
    @property
    def nodes(self) -> list[str]: ...
    @property
    def parents(self) -> NDArray[np.int32]: ...
    @property
    def triangles(self) -> NDArray[np.uint32]: ...
    @property
    def up(self) -> Literal["x", "y", "z"]: ...
    @property
    def meters_per_unit(self) -> float | None: ...
    def rest_pose(self, *, skinning: _Skinning = "linear") -> Pose: ...
    def bind_pose(self, *, skinning: _Skinning = "linear") -> Pose: ...
    def check(self) -> list[Finding]: ...
    def not_judged(self) -> list[tuple[str, str]]: ...

def load(
    path: _Path,
    clip_files: _Path | Sequence[_Path] = (),
    *,
    retarget: Literal["full", "rotation", "rig"] | None = None,
    bone_map: _Path | None = None,
    retarget_pose: Literal["bind", "rest"] | None = None,
    keep_hands: bool = False,
    clip: str | Sequence[str] | None = None,
    clips: _Path | None = None,
    up: Literal["Y", "Z"] | None = None,
    scale: float | None = None,
    influences: Literal[4, 8] | None = None,
    textures: _Path | Sequence[_Path] | None = None,
    variant: str | None = None,
    import_seconds: float | None = None,
    no_sandbox: bool = False,
    max_bones: int | None = None,
) -> Model: ...
def render(
    model: Model,
    size: tuple[int, int] | str | None = None,
    *,
    # what plays
    clip: Clip | str | int | None = None,
    time: float | None = None,
    speed: float | None = None,
    once: bool = False,
    root_motion: Literal["off", "floor", "move"] | None = None,
    graph: _Path | None = None,
    script: _Path | None = None,
    instances: int | str | None = None,
    formation: Literal["grid", "circle", "scatter"] | None = None,
    seed: int | None = None,
    pose_on: Literal["cpu", "gpu"] | None = None,
    no_levels: bool = False,
    up: Literal["Y", "Z"] | None = None,
    scale: float | None = None,
    # several pictures
    frames: int | str | None = None,
    range: tuple[int, int] | str | None = None,
    fps: float | None = None,
    turntable: bool | int = False,
    sheet: tuple[int, int] | str | None = None,
    # camera and look
    samples: Literal[1, 2, 4, 8, 16] | None = None,
    camera: str | tuple[float, float] | _Point | None = None,
    fit: Literal["figure", "clip", "pose", "bind"] | None = None,
    eye: _Point | None = None,
    target: _Point | None = None,
    fov: float | None = None,
    look: Literal["studio", "flat", "fidelity"] | None = None,
    light: tuple[float, float] | None = None,
    environment: _Path | None = None,
    environment_strength: float | None = None,
    environment_rotation: float | None = None,
    environment_background: bool = False,
    exposure: float | None = None,
    tone: Literal["neutral", "aces", "none"] | None = None,
    skinning: _Skinning | None = None,
    view: str | None = None,
    bone: str | int | None = None,
    material: str | int | None = None,
    hide: str | Sequence[str] | None = None,
    only: str | Sequence[str] | None = None,
    pose: Literal["playing", "rest", "bind"] | None = None,
    no_ambient_occlusion: bool = False,
    background: str | None = None,
    floor: bool | Literal["on", "off"] | None = None,
    no_floor: bool = False,
    wireframe: bool | Literal["over"] = False,
    edges: bool = False,
    skeleton: bool | Literal["names"] = False,
    bone_names: bool = False,
    no_textures: bool = False,
    text_size: float | None = None,
    # side by side and onion skin
    beside: str | int | None = None,
    beside_time: float | None = None,
    beside_skinning: _Skinning | None = None,
    onion_skin: bool | int | str = False,
    onion_step: float | None = None,
    # the device
    device: str | int | None = None,
    validate: bool = False,
    shader_dir: _Path | None = None,
) -> NDArray[np.uint8]: ...
