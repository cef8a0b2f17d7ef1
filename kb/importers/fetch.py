"""Reading records from an address without becoming a way into the network that kb runs in.

An address given to `kb import` may come from a chat message. So: https only, the name resolved by us, every
address of it checked, and the connection made to the address that was checked (a second look-up could give
another one). Redirects go through the same door. Size and time are limited as a whole, and what the server says
about the content is not trusted.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from kb.errors import FetchError

if TYPE_CHECKING:
    import httpx

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], list[str]]
"""Host name and port to addresses in the order in which they should be tried."""

MAX_BYTES = 64 * 1024 * 1024
MAX_SECONDS = 30.0
MAX_REDIRECTS = 3

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_COMPATIBLE = ipaddress.IPv6Network("::/96")
_SHARED = ipaddress.IPv4Network("100.64.0.0/10")
_REDIRECTS = (301, 302, 303, 307, 308)
_HEADERS = {"Accept": "application/json, application/x-ndjson, */*;q=0.1", "Accept-Encoding": "identity"}


def resolve(host: str, port: int) -> list[str]:
    """Addresses of a host from the system's resolver. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))


def fetch(
    url: str,
    *,
    allow_private: bool = False,
    allow_insecure: bool = False,
    max_bytes: int = MAX_BYTES,
    max_seconds: float = MAX_SECONDS,
    resolver: Resolve = resolve,
) -> bytes:
    """The bytes at an address, at most `max_bytes`, within `max_seconds` in all, over at most three redirects.

    `allow_private` admits addresses that are not public, `allow_insecure` admits http. Raises FetchError.
    """
    outcome: list[bytes | Exception] = []
    deadline = time.monotonic() + max_seconds

    def work() -> None:
        try:
            outcome.append(_follow(url, allow_private, allow_insecure, max_bytes, deadline, resolver))
        except Exception as error:
            outcome.append(error)

    # Neither the resolver nor a server that sends one byte a second can be stopped from inside.
    thread = threading.Thread(target=work, name="kb-fetch", daemon=True)
    thread.start()
    thread.join(max_seconds)
    if not outcome:
        raise FetchError(
            f"{_shown(url)} was not read within {max_seconds:g} seconds", "Download it and import the file."
        )
    if isinstance(outcome[0], Exception):
        raise outcome[0]
    return outcome[0]


def _follow(
    url: str, allow_private: bool, allow_insecure: bool, max_bytes: int, deadline: float, resolver: Resolve
) -> bytes:
    import httpx

    for _ in range(MAX_REDIRECTS + 1):
        target = _parsed(url, allow_insecure)
        addresses = _addresses(target, allow_private, resolver)
        answer = _get(target, addresses, max_bytes, deadline)
        if isinstance(answer, bytes):
            return answer
        try:
            url = str(target.join(answer))
        except (httpx.InvalidURL, ValueError) as error:
            raise FetchError(
                f"{_shown(str(target))} redirects to what is no address", "Give the final address."
            ) from error
    raise FetchError(f"more than {MAX_REDIRECTS} redirects, the last to {_shown(url)}", "Give the final address.")


def _parsed(url: str, allow_insecure: bool) -> httpx.URL:
    import httpx

    try:
        target = httpx.URL(url)
    except (httpx.InvalidURL, ValueError) as error:
        raise FetchError(f"{_shown(url)} is no address: {error}", "Write https://host/path.") from error
    if target.scheme not in ("https", "http") or not target.host:
        raise FetchError(f"{_shown(url)} is no https address", "Write https://host/path.")
    if target.scheme == "http" and not allow_insecure:
        raise FetchError(f"{_shown(url)} is http, which anyone on the way can change", "Use https, or --allow-http.")
    if target.userinfo:
        raise FetchError(f"{_shown(url)} holds a user name or password", "Download it and import the file.")
    return target


def _addresses(target: httpx.URL, allow_private: bool, resolver: Resolve) -> list[str]:
    """The addresses of the host; all must be allowed, since the server may answer at any of them."""
    try:
        found = resolver(target.host, target.port or (443 if target.scheme == "https" else 80))
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FetchError(
            f"the host {target.host} is not known: {reason}", "Check the address and the network."
        ) from error
    if not found:
        raise FetchError(f"the host {target.host} has no address", "Check the address.")
    for written in found:
        reason = refused(ipaddress.ip_address(written))
        if reason and not allow_private:
            message = f"{target.host} leads to {written}, {reason}"
            raise FetchError(message, "Only public addresses are read; --allow-private lifts this.")
    return found


def refused(address: Address) -> str | None:
    """Why an address is not public, in words, or None. Looks through addresses that carry an IPv4 address."""
    inner = _inner(address)
    if inner is not None:
        return refused(inner)
    if address.is_unspecified:
        return "the unspecified address"
    if address.is_loopback:
        return "a loopback address of this machine"
    if address.is_link_local:
        return "a link-local address"
    if address.is_multicast:
        return "a multicast address"
    if address in _SHARED:
        return "an address shared by a carrier (100.64.0.0/10)"
    if address.is_private or (isinstance(address, ipaddress.IPv6Address) and address.is_site_local):
        return "a private address"
    return None if address.is_global and not address.is_reserved else "a reserved address"


def _inner(address: Address) -> ipaddress.IPv4Address | None:
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address.ipv4_mapped is not None or address.sixtofour is not None:
        return address.ipv4_mapped or address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in _NAT64 or (address in _COMPATIBLE and int(address) > 1):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _get(target: httpx.URL, addresses: list[str], max_bytes: int, deadline: float) -> bytes | str:
    """The body, or where the server redirects to; the addresses are tried in order."""
    import httpx

    failure: Exception | None = None
    with httpx.Client(verify=httpx.create_ssl_context(), trust_env=False, follow_redirects=False) as client:
        for address in addresses:
            # Only a failed connection leads to the next address: a request is not sent twice.
            request = client.build_request(
                "GET",
                target.copy_with(host=address),
                headers={**_HEADERS, "Host": target.netloc.decode("ascii")},
                timeout=max(0.01, min(10.0, deadline - time.monotonic())),
                extensions={"sni_hostname": target.raw_host.decode("ascii")},
            )
            try:
                response = client.send(request, stream=True)
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                failure = error
                continue
            except httpx.HTTPError as error:
                raise _failed(target, error) from error
            try:
                return _body(target, response, max_bytes, deadline)
            except httpx.HTTPError as error:
                raise _failed(target, error) from error
            finally:
                response.close()
    raise _failed(target, failure) from failure


def _body(target: httpx.URL, response: httpx.Response, max_bytes: int, deadline: float) -> bytes | str:
    if response.status_code in _REDIRECTS and "location" in response.headers:
        return str(response.headers["location"])
    if response.status_code != 200:
        status = f"{response.status_code} {response.reason_phrase}".strip()
        raise FetchError(f"{_shown(str(target))} answered {status}", "Check the address in a browser.")
    if response.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise FetchError(f"{_shown(str(target))} sent a compressed body unasked", "Download it and import the file.")
    chunks, size = [], 0
    for chunk in response.iter_raw():
        size += len(chunk)
        if size > max_bytes:
            limit = f"{max_bytes // 1024 // 1024} MiB" if max_bytes >= 1024 * 1024 else f"{max_bytes} bytes"
            raise FetchError(f"{_shown(str(target))} is larger than {limit}", "Download it and import it in parts.")
        if time.monotonic() > deadline:
            raise FetchError(f"{_shown(str(target))} is sent too slowly", "Download it and import the file.")
        chunks.append(chunk)
    return b"".join(chunks)


def _failed(target: httpx.URL, error: Exception | None) -> FetchError:
    reason = str(error) or type(error).__name__
    return FetchError(f"{_shown(str(target))} cannot be read: {reason}", "Check the address and the network.")


def _shown(url: str) -> str:
    """An address as it may be shown: without user name, password and query, which may be secrets."""
    scheme, separator, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    plain = f"{scheme}{separator}{authority.rpartition('@')[2]}{slash}{path}"
    return plain.partition("?")[0]
