"""Secrets of an input reach neither an answer nor the store, whatever the input looks like."""

from __future__ import annotations

import contextlib
import json
import sqlite3

import pytest
from cli_running import run

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7bq\nQyNTY3ODkwYWJjZGVm\n-----END RSA PRIVATE KEY-----"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvcHMifQ.c2lnbmF0dXJlLWhlcmU"
SECRETS = {
    "password": ("DB_PASSWORD=hunter22xyz", ["hunter22xyz"]),
    "option": ("mysqld --password hunter22xyz", ["hunter22xyz"]),
    "url": ("postgres://app:s3cr3tpw@db.example.net/orders", ["s3cr3tpw"]),
    "bearer": ("Authorization: Bearer mF_9.B5f-4.1JqMabc", ["mF_9.B5f-4.1JqMabc"]),
    "basic": ("curl -u admin:letmein99 https://registry.example.net/v2/", ["letmein99"]),
    "e-mail": ("page minsu.kim@hanbit.example.com now", ["minsu.kim@hanbit.example.com"]),
    "aws": (
        "AWS_ACCESS_KEY_ID=AKIAQWERTYUIOPASDFGH aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLE",
        ["AKIAQWERTYUIOPASDFGH", "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLE"],
    ),
    "jwt": (f"token rejected {JWT}", [JWT, JWT.split(".")[1]]),
    "github": ("remote: ghp_abcdefghijklmnopqrstuvwxyz0123 denied", ["ghp_abcdefghijklmnopqrstuvwxyz0123"]),
    "slack": ("https://hooks.slack.com/services/T0AAAA/B0BBBB/cccccccccccccccc", ["cccccccccccccccc"]),
    "signed": ("GET /obj?X-Amz-Signature=0123456789abcdef0123 403", ["0123456789abcdef0123"]),
    "korean": ("비밀번호는 qwer1234! 입니다", ["qwer1234!"]),
    "command": ("run mysql -uroot -phunter77abc, redis-cli -a hunter88abc", ["hunter77abc", "hunter88abc"]),
    "sentence": ("password hunter77abc was rejected, 비번은 hunter88abc", ["hunter77abc", "hunter88abc"]),
    "escaped quote": (json.dumps({"password": 'hunter"77abc'}), ["77abc"]),
    "pem": (PEM, ["MIIEowIBAAKCAQEA7bq", "QyNTY3ODkwYWJjZGVm"]),
}
BESIDE = "NVRM: Xid (PCI:0000:1b:00): 79, pid=4711, GPU has fallen off the bus."


def webhook(text: str) -> str:
    alert = {
        "status": "firing",
        "labels": {"alertname": "GpuLost", "severity": "critical"},
        "annotations": {"summary": BESIDE, "description": text, "log": json.dumps({"msg": text})},
        "startsAt": "2025-10-25T08:00:00Z",
    }
    return json.dumps({"version": "4", "status": "firing", "receiver": "ops", "alerts": [alert]}, indent=1)


LAYOUTS = {
    "prose": lambda text: f"the job hangs, {text}\n{BESIDE}",
    "log": lambda text: "\n".join(
        f"2025-10-25T08:00:0{n}Z gpu-a07 app[71]: ERROR {line}" for n, line in enumerate([*text.split("\n"), BESIDE])
    ),
    "json": lambda text: json.dumps({"level": "error", "msg": BESIDE, "detail": text}),
    "json lines": lambda text: "\n".join(json.dumps({"level": "error", "msg": line}) for line in (text, BESIDE)),
    "webhook": webhook,
}
CALLS = [
    ("match",),
    ("match", "--json", "--explain"),
    ("match", "--format", "markdown"),
    ("signals",),
    ("signals", "--json"),
]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", SECRETS)
def test_no_secret_is_shown(kind, layout):
    text, secrets = SECRETS[kind]
    data = LAYOUTS[layout](text).encode()
    for words in CALLS:
        ran = run(*words, stdin=data)
        assert ran.code in (0, 1)
        for secret in secrets:
            assert secret not in ran.text + ran.err, " ".join(words)
    line = json.dumps({"id": 1, "text": data.decode()}).encode()
    assert not any(secret in run("match", "--jsonl", stdin=line).text for secret in secrets)


@pytest.mark.parametrize(
    "data",
    [
        {"name": "API_TOKEN", "value": "hunter22xyz"},
        {"password": "hunter22xyz"},
        {"spec": {"SecretAccessKey": "hunter22xyz"}},
        {"authorization": "Bearer hunter22xyz"},
        {"headers": {"Set-Cookie": "sid=hunter22xyz"}},
    ],
    ids=lambda data: next(iter(data)),
)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_secret_that_only_its_key_gives_away(data, indent):
    body = json.dumps([data | {"message": BESIDE}], indent=indent).encode()
    for words in CALLS:
        assert "hunter22xyz" not in run(*words, stdin=body).text


def test_who_wants_to_see_them_does():
    text, (secret,) = SECRETS["password"]
    data = f"ERROR cannot connect with {text}\n".encode()
    for words in CALLS[:1] + CALLS[3:]:
        assert secret in run(*words, "--no-redact", stdin=data).text or words == ("match",)
    assert secret in run("match", "--json", "--no-redact", stdin=data).text
    assert "[redacted]" in run("match", "--json", stdin=data).text


@pytest.mark.parametrize("kind", SECRETS)
def test_no_secret_is_kept_with_feedback(own_data, home, kind):
    text, secrets = SECRETS[kind]
    (home / "alert.txt").write_text(webhook(text) + "\n" + text, encoding="utf-8")
    assert run("feedback", "HB-2024-0001", "useful", "--input", "alert.txt").code == 0
    with contextlib.closing(sqlite3.connect(own_data / "kb.db")) as database:
        kept = "".join(row[0] for row in database.execute("SELECT input_text FROM feedback"))
    assert "GPU has fallen off" in kept
    assert not any(secret in kept for secret in secrets)


@pytest.mark.parametrize("kind", SECRETS)
def test_no_secret_is_kept_with_a_session_or_its_draft(own_data, home, kind):
    text, secrets = SECRETS[kind]
    (home / "alert.txt").write_text(f"{webhook(text)}\n{text}", encoding="utf-8")
    ran = run("triage", "alert.txt", "--answers", "skip", "--json", "--draft", "OPS-2026-0007.json")
    assert ran.code == 0
    files = [*own_data.rglob("*.json"), home / "OPS-2026-0007.json"]
    assert len(files) > 1
    kept = ran.text + "".join(file.read_text(encoding="utf-8") for file in files)
    assert "fallen off the bus" in kept
    assert not any(secret in kept for secret in secrets)


def test_what_surrounds_a_secret_still_finds_the_case():
    plain = run("match", "--json", stdin=f"{BESIDE}\n".encode()).json
    masked = run("match", "--json", stdin=f"{BESIDE} DB_PASSWORD=hunter22xyz\n".encode()).json
    assert masked["matches"][0]["id"] == plain["matches"][0]["id"]
    assert "redacted" not in str(masked["matches"][0]["against"])
