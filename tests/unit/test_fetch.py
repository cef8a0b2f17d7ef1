"""Reading from an address: what is refused, what is limited, and that the connection goes where the check looked."""

from __future__ import annotations

import http.server
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kb.errors import FetchError
from kb.importers import fetch as fetching
from kb.importers.fetch import fetch, refused

# A certificate for records.example, valid until 2120, made for this test; it protects nothing.
CERTIFICATE = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgB0qB7IY6sKPw1ALe
AhNwYKu3i1ECGV4B4fNVoffZ41mhRANCAAS1mxsnS0Uf/4akuEkXcEkXFEutTsOA
QYzFVDyOKj4cCUQNiTafmVt0P7E/FK82ZATC3/G36eWWyDsD6chg79Gp
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBdDCCARmgAwIBAgIBATAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA9yZWNvcmRz
LmV4YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBoxGDAW
BgNVBAMMD3JlY29yZHMuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BLWbGydLRR//hqS4SRdwSRcUS61Ow4BBjMVUPI4qPhwJRA2JNp+ZW3Q/sT8UrzZk
BMLf8bfp5ZbIOwPpyGDv0amjTjBMMBoGA1UdEQQTMBGCD3JlY29yZHMuZXhhbXBs
ZTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBQIEoyUh6JPA3c1U1fr6bNtqhP1
GDAKBggqhkjOPQQDAgNJADBGAiEAj1ML3Q7Xo66SJNkLuWqRKxP1GahIOCQ35xVB
oY4paGgCIQCXqoWyuimTfkx/G0sI63HsgTG6sPIe/Qb87C2/q2AYSw==
-----END CERTIFICATE-----
"""

Answer = Callable[[http.server.BaseHTTPRequestHandler], None]


class Server:
    """A web server on loopback that answers with `answer` and keeps the requests it saw."""

    def __init__(self) -> None:
        self.answer: Answer = lambda handler: send(handler, b"{}")
        self.seen: list[tuple[str, dict[str, str]]] = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.seen.append((self.path, {key.lower(): value for key, value in self.headers.items()}))
                outer.answer(self)

            def log_message(self, *args: object) -> None:
                pass

        self.httpd = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.httpd.daemon_threads = True
        self.port = self.httpd.server_address[1]

    def url(self, path: str = "/records.json", host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"


def send(handler: http.server.BaseHTTPRequestHandler, body: bytes, status: int = 200, **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    thread = threading.Thread(target=made.httpd.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield made
    made.httpd.shutdown()
    made.httpd.server_close()
    thread.join()


def read(url: str, **options: object) -> bytes:
    return fetch(url, **{"allow_private": True, "allow_insecure": True, **options})  # type: ignore[arg-type]


def loopback(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def test_body_is_returned_whatever_the_content_type(server: Server) -> None:
    server.answer = lambda handler: send(handler, b'{"id": 1}', Content_Type="image/png")
    assert read(server.url()) == b'{"id": 1}'
    assert server.seen[0][0] == "/records.json"
    assert server.seen[0][1]["accept-encoding"] == "identity"


def test_connection_goes_to_the_checked_address_under_the_name(server: Server) -> None:
    asked = []

    def resolver(host: str, port: int) -> list[str]:
        asked.append((host, port))
        return ["127.0.0.1"]

    assert read(server.url("/a?b=1", "records.example"), resolver=resolver) == b"{}"
    assert asked == [("records.example", server.port)]
    path, headers = server.seen[0]
    assert (path, headers["host"]) == ("/a?b=1", f"records.example:{server.port}")


def test_system_resolver_is_not_asked_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up = []
    real = socket.getaddrinfo

    def getaddrinfo(host: object, *args: object, **options: object) -> object:
        looked_up.append(host)
        return real(host, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    read(server.url(host="records.example"), resolver=loopback)
    assert set(looked_up) <= {"127.0.0.1"}


def test_certificate_is_checked_against_the_name(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pem = tmp_path / "records.example.pem"
    pem.write_text(CERTIFICATE)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    server.httpd.socket = context.wrap_socket(server.httpd.socket, server_side=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    assert fetch(server.url(host="records.example", scheme="https"), allow_private=True, resolver=loopback) == b"{}"
    with pytest.raises(FetchError, match="cannot be read"):
        fetch(server.url(host="other.example", scheme="https"), allow_private=True, resolver=loopback)


def test_next_address_is_tried_when_the_first_does_not_answer(server: Server) -> None:
    assert read(server.url(host="records.example"), resolver=lambda *_: ["::1", "127.0.0.1"]) == b"{}"


def test_refused_before_any_connection(server: Server) -> None:
    with pytest.raises(FetchError, match=r"127\.0\.0\.1, a loopback address") as caught:
        fetch(server.url(), allow_insecure=True)
    assert "--allow-private" in caught.value.hint
    with pytest.raises(FetchError, match="a private address"):
        fetch(server.url(host="records.example"), allow_insecure=True, resolver=lambda *_: ["8.8.8.8", "10.0.0.1"])
    assert server.seen == []


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("127.0.0.1", "loopback"),
        ("127.9.9.9", "loopback"),
        ("10.0.0.1", "private"),
        ("172.16.0.1", "private"),
        ("192.168.1.1", "private"),
        ("169.254.169.254", "link-local"),
        ("100.64.0.1", "carrier"),
        ("0.0.0.0", "unspecified"),
        ("224.0.0.1", "multicast"),
        ("240.0.0.1", "private"),
        ("::1", "loopback"),
        ("::", "unspecified"),
        ("fe80::1", "link-local"),
        ("fc00::1", "private"),
        ("fec0::1", "private"),
        ("ff02::1", "multicast"),
        ("::ffff:127.0.0.1", "loopback"),
        ("::ffff:10.1.2.3", "private"),
        ("::ffff:169.254.169.254", "link-local"),
        ("::7f00:1", "loopback"),
        ("64:ff9b::a00:1", "private"),
        ("2002:a00:1::", "private"),
    ],
)
def test_address_that_is_not_public(address: str, word: str) -> None:
    assert word in (refused(ipaddress.ip_address(address)) or "")


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_address_that_is_public(address: str) -> None:
    assert refused(ipaddress.ip_address(address)) is None


@pytest.mark.parametrize(
    "url", ["ftp://example.com/a", "https://", "file:///etc/passwd", "https://a\nb/", "https://[::1"]
)
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(FetchError, match="no"):
        fetch(url, resolver=loopback)


def test_http_needs_leave() -> None:
    with pytest.raises(FetchError, match="is http") as caught:
        fetch("http://example.com/a?token=secret", resolver=loopback)
    assert "secret" not in caught.value.message
    assert caught.value.hint


def test_user_name_is_refused_and_not_shown() -> None:
    with pytest.raises(FetchError) as caught:
        fetch("https://me:secret@example.com/", resolver=loopback)
    assert "secret" not in caught.value.message


def test_unknown_host() -> None:
    def resolver(host: str, port: int) -> list[str]:
        raise socket.gaierror(-2, "Name or service not known")

    with pytest.raises(FetchError, match=r"records\.example is not known: Name or service not known"):
        fetch("https://records.example/", resolver=resolver)


def test_status_is_told(server: Server) -> None:
    server.answer = lambda handler: send(handler, b"gone", 404)
    with pytest.raises(FetchError, match="answered 404 Not Found"):
        read(server.url())


def redirect_to(*targets: str) -> Answer:
    waiting = list(targets)

    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        if waiting:
            send(handler, b"", 302, Location=waiting.pop(0))
        else:
            send(handler, b"[]")

    return answer


def test_three_redirects_are_followed_and_no_fourth(server: Server) -> None:
    server.answer = redirect_to("/1", "2", server.url("/3"))
    assert read(server.url("/0")) == b"[]"
    assert [path for path, _ in server.seen] == ["/0", "/1", "/2", "/3"]
    server.answer = redirect_to("/1", "/2", "/3", "/4")
    with pytest.raises(FetchError, match="more than 3 redirects"):
        read(server.url("/0"))


def test_redirect_is_checked_like_the_first_address(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "refused", lambda address: "kept out" if str(address) == "10.0.0.1" else None)
    server.answer = redirect_to("http://inside.example/secret")

    def resolver(host: str, port: int) -> list[str]:
        return ["10.0.0.1"] if host == "inside.example" else ["127.0.0.1"]

    with pytest.raises(FetchError, match=r"inside\.example leads to 10\.0\.0\.1, kept out"):
        fetch(server.url(host="outside.example"), allow_insecure=True, resolver=resolver)


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://example.com/", "http://[::1"])
def test_redirect_to_another_kind_of_address(server: Server, target: str) -> None:
    server.answer = redirect_to(target)
    with pytest.raises(FetchError):
        read(server.url())


def test_larger_than_the_limit(server: Server) -> None:
    server.answer = lambda handler: send(handler, b"x" * 1001)
    with pytest.raises(FetchError, match="larger than 1000 bytes"):
        read(server.url(), max_bytes=1000)
    assert len(read(server.url(), max_bytes=1001)) == 1001


def test_compressed_body_is_refused(server: Server) -> None:
    server.answer = lambda handler: send(handler, b"\x1f\x8b", Content_Encoding="gzip")
    with pytest.raises(FetchError, match="compressed"):
        read(server.url())


def test_server_that_never_ends_is_left(server: Server) -> None:
    stop = threading.Event()

    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not stop.wait(0.01):
            try:
                handler.wfile.write(b" ")
            except OSError:
                return

    server.answer = answer
    with pytest.raises(FetchError, match=r"not read within|too slowly"):
        read(server.url(), max_seconds=0.3)
    stop.set()


def test_resolver_that_hangs_is_left() -> None:
    released = threading.Event()

    def resolver(host: str, port: int) -> list[str]:
        released.wait(30)
        return []

    with pytest.raises(FetchError, match="not read within"):
        fetch("https://records.example/", max_seconds=0.2, resolver=resolver)
    released.set()
