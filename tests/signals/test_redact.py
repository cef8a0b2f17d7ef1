from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.signals import read
from kb.signals import redact as redaction
from kb.signals.redact import MASK, redact, secrets, secrets_near

SECRETS = [
    ("write to kim.minsu@example.com today", "kim.minsu@example.com"),
    ("Authorization: Bearer abc.DEF-123456", "abc.DEF-123456"),
    ("postgres://app:s3cr3t@db.example.net/x", "app:s3cr3t"),
    ("DB_PASSWORD=hunter22 next", "hunter22"),
    ('"api_key": "abc def"', "abc def"),
    ("비밀번호: qwer1234!", "qwer1234!"),
    ("key " + "AKIA" + "ABCDEFGHIJKLMNOP", "AKIA" + "ABCDEFGHIJKLMNOP"),
    ("Cookie: session=abcdef", "session=abcdef"),
    ("AccountName=dev;AccountKey=Kx92mmAAzz18Qq==;EndpointSuffix=core.windows.net", "Kx92mmAAzz18Qq=="),
    ("storageKey: Kx92mmAAzz18", "Kx92mmAAzz18"),
    ("account_key=Kx92mmAAzz18", "Kx92mmAAzz18"),
    ("encryption_key=00112233445566778899aabbccddeeff", "00112233445566778899aabbccddeeff"),
    ("ｐａｓｓｗｏｒｄ：fwPW1618", "fwPW1618"),
    ("비밀번호：qwer1234!", "qwer1234!"),
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_secrets_are_masked_and_reported(text: str, secret: str) -> None:
    masked, spans = redact(text)
    assert secret not in masked
    assert MASK in masked
    assert [text[start:end] for start, end in spans] == [secret]


@pytest.mark.parametrize(
    "text",
    [
        "dropped to 6,100 tokens per second, max_tokens=2048",
        "user@gpu-1:~$ nvidia-smi",
        "fs01-MDT0000 (at 198.51.100.2@tcp)",
        "secretKeyRef is missing",
        "sort key: user_id, partition key: region",
        "키：값，처리량：6,100",
        "https://example.com/a?b=c",
    ],
)
def test_what_is_needed_stays(text: str) -> None:
    assert redact(text) == (text, [])


TEMPLATES = [
    "run mysql -uroot -p{} to look",
    "mysqldump --single-transaction -h db1 -p'{}' orders",
    "mariadb-admin -p{} status",
    "redis-cli -h cache1 -a {} ping",
    "ERROR REDISCLI_AUTH={} redis-cli ping: NCCL timeout",
    "REDIS_AUTH={} timeout",
    "AUTH {}",
    "AUTH default {}",
    '{{"cmd":["redis-cli","-a","{}"],"msg":"timeout"}}',
    "sshpass -p {} ssh node-a07",
    "sshpass -p{} ssh node-a07",
    "curl -sk -u admin:{} https://registry.example.net/v2/",
    "curl -su admin:{} https://registry.example.net/v2/",
    "docker login -u ops -p {} registry.example.net",
    "CREATE USER ops IDENTIFIED BY '{}'",
    "password {} (was rejected)",
    "with Password {}, then again",
    'the password "{}" was rejected',
    "the password is {}.",
    "the password for root was set to {}",
    "pw: {}",
    "DB_PASS={}",
    "비번 {}",
    "비번: {}",
    "비번은 {}",
    "비번이 {}입니다",
    "비밀번호: 한글{}",
    "비밀번호는 {}로 바꿨다",
    "암호를 '{}'로",
    "패스워드={}",
    '{{"password":"ab\\"{}"}}',
    '{{"log": "{{\\"password\\": \\"ab\\\\\\"{}\\"}}"}}',
    'password="{}',
    "<password>{}</password>",
    "<cfg:dbPassword>{}</cfg:dbPassword>",
    "<server><user>ops</user><pass>{}</pass></server>",
    "<clientSecret>{}</clientSecret>",
    '<password type="plain">{}</password>',
    "<db-password>{}</db-password>",
    "<c:token>{}</c:token>",
    "<apiKey>{}</apiKey>",
    "<pwd><![CDATA[{}]]></pwd>",
    "<dbPass>{}</dbPass>",
    "User: bob\nPass: {}",
    "login: admin / pass: {}",
    "user=ops pass={}",
    "username ops, Pass: {}",
    "password=no-{}",
]


@given(
    st.sampled_from(TEMPLATES),
    st.text("abcdefghijkmnpqrstuvwxyz", min_size=5, max_size=20),
    st.from_regex(r"[0-9]{2}[A-Za-z0-9]{0,9}", fullmatch=True),
)
def test_a_secret_in_a_command_or_a_sentence_never_comes_out(template: str, word: str, end: str) -> None:
    secret = word + end
    text = f"NCCL watchdog timeout, rank 3, {template.format(secret)}\n"
    masked, _ = redact(text)
    assert secret not in masked
    assert redact(masked)[0] == masked
    found = read(text.encode())
    assert secret not in f"{found.signals} {found.phrases}"


@pytest.mark.parametrize(
    "text",
    [
        "FATAL: password authentication failed for user app1",
        "the password is expired since 2024-05-01",
        "the password is not set, password policy: 90 days",
        "the password was rotated 3 days ago",
        "password has expired; the token is expired, too",
        "the password hash uses sha256, password sha256 hash",
        "WRONGPASS invalid username-password pair",
        "mysql -u root -p orders",
        "mysqld is slow: p99 3 s",
        "비밀번호가 만료되었다",
        "비밀번호는 90일마다 바꾼다",
        "비밀번호 3회 오류로 계정 잠김",
        "비번이 틀렸다",
        "암호 만료로 로그인 실패",
        "--- PASS: TestAllReduce8 (0.00s)",
        "nccl tests pass: 12 of 12 checks2",
        "user tests: 3 failed, the others pass",
        "<passed>true</passed>",
        "<bypass>true</bypass>",
        "<tokens>6100</tokens>",
        "job id 4711 forward pass: 1200ms",
        "login smoke test pass: 1234/1300",
        "user tests --- PASS: TestX2",
    ],
)
def test_what_only_speaks_of_passwords_stays(text: str) -> None:
    assert redact(text) == (text, [])


@given(st.text(max_size=100), st.sampled_from(SECRETS))
def test_masking_twice_changes_nothing(noise: str, case: tuple[str, str]) -> None:
    once, _ = redact(f"{noise}\n{case[0]}\n")
    assert case[1] not in once or case[1] in noise
    assert redact(once)[0] == once


@given(st.integers(0, 9000), st.integers(0, 9000), st.integers(1, 200))
def test_near_a_stretch_are_the_secrets_that_touch_it(at: int, start: int, length: int) -> None:
    text = f"{'word ' * (at // 5)}password=hunter22 {'word ' * (2000 - at // 5)}"
    touching = [(low, high) for low, high in secrets(text) if low < start + length and start < high]
    assert secrets_near(text, start, start + length) == touching


def test_sentences_of_one_long_line_are_not_each_read_with_all_around_them(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "the job of team@example.com is slow. " * 400
    looked_at: list[int] = []

    def counted(text: str) -> list[tuple[int, int]]:
        looked_at.append(len(text))
        return secrets(text)

    monkeypatch.setattr(redaction, "secrets", counted)
    assert all("team@" not in phrase.text for phrase in read(f'{{"title": "a", "body": "{body}"}}'.encode()).phrases)
    assert sum(looked_at) < 40 * len(body)
