"""Blood Fang, the game: what is built on the engine, and needs no terminal and no network to run."""

__version__ = "0.1.0"
