"""Blood Fang over SSH: each connection gets the app that runs locally, and nothing else."""

from __future__ import annotations

from bloodfang.host_command import Hosting
from bloodfang.serve_command import Serving


def run(wanted: Serving | Hosting) -> int:
    """Run a server until it is asked to end; 0 if all was well, Refused if it could not begin."""
    if isinstance(wanted, Hosting):
        from bloodfang_sshd.hosting import host

        return host(wanted)
    from bloodfang_sshd.serving import serve

    return serve(wanted)
