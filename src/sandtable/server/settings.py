"""What a server is told when it starts, and where games are kept if nothing is said."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path

from platformdirs import user_data_path

from sandtable.server.routing import Share

PORT = 8770
WEB = Path(__file__).parent / "web"  # the built browser part


def data_folder() -> Path:
    """Where this system keeps what programs store for a person."""
    return user_data_path("sandtable", appauthor=False)


def usual_database() -> str:
    """In a folder that nobody else may look into: seeds and the server's secret are in it."""
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return f"sqlite:///{folder / 'games.sqlite'}"


@dataclass(frozen=True)
class Limits:
    """What has two numbers is counted by address: refilled by so many a second, up to the second number. Sizes are
    bytes, or characters of what people write."""

    messages: tuple[float, float] = (200, 1_000)
    look_ups: tuple[float, float] = (20, 1_200)  # such as take long: imports and requests too, by their time (`work`)
    talk: tuple[float, float] = (2, 20)  # lines of chat
    games: tuple[float, float] = (2, 200)  # made
    requests: tuple[float, float] = (50, 400)  # of the REST part, others
    stored: tuple[float, float] = (200, 20_000_000)  # bytes of what is kept for good
    connections: int = 100  # to one game
    sockets: int = 500  # of one address, whatever they are for
    message: int = 16_384
    body: int = 65_536
    record: int = 4_194_304  # of an imported record
    chat: int = 1_000
    note: int = 20_000
    picks: int = 200


@dataclass(frozen=True)
class Settings:
    database: str
    host: str = "127.0.0.1"
    port: int = PORT
    origins: tuple[str, ...] = ()  # where else its pages come from: the name a proxy has
    proxies: tuple[str, ...] = ()  # whose word for the address of a client is taken
    webhooks: bool = False
    private_webhooks: bool = False  # also to loopback and private addresses
    loaded: int = 200  # games kept in memory when nobody is at them
    idle: float = 60  # seconds after which nobody is
    thinkers: int = 2  # computer players that think at a time
    workers: int = 4  # threads for look-ups and records
    forget: float = 0  # days without an answer after which a game is deleted; 0: never
    web: Path = WEB
    share: Share = field(default_factory=Share)  # which of several workers it is for
    limits: Limits = field(default_factory=Limits)

    @property
    def loopback(self) -> bool:
        """Is it for this machine alone?"""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def as_worker(self, nth: int, of: int) -> Settings:
        """The same for one of several workers, who share what all may do at a time."""
        return replace(self, share=Share(nth, of), thinkers=-(-self.thinkers // of), workers=-(-self.workers // of))
