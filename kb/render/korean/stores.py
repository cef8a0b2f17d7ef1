"""What goes wrong with the database, the index, an import or an address, in Korean."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    # database
    "the database is named by an empty string": "데이터베이스 이름이 빈 문자열이다",
    "Give --db a path or a URL, or leave it out.": "--db에 경로나 URL을 주거나 빼고 실행한다.",
    "there is no directory {} for the database {}": "데이터베이스 {1}의 디렉터리 {0}이(가) 없다",
    "Check the name (--db, KB_DATABASE_URL), or make it: mkdir -p {}": (
        "이름을 확인하거나(--db, KB_DATABASE_URL) 만든다: mkdir -p {}"
    ),
    "the database {} failed: {}": "데이터베이스 {} 오류: {}",
    "Check the URL and the database server.": "URL과 데이터베이스 서버를 확인한다.",
    "{} is not the URL of a database that kb can use": "{}: kb가 쓸 수 있는 데이터베이스 URL이 아니다",
    "Give --db a path, or a URL such as postgresql+psycopg://user@host/name.": (
        "--db에 경로나 postgresql+psycopg://user@host/name 같은 URL을 준다."
    ),
    "the driver for {} is not installed": "{} 드라이버가 설치되지 않았다",
    "the database was written by {} (schema {}); this is kb {} (schema {})": (
        "데이터베이스를 {}(스키마 {})이(가) 썼는데 이것은 kb {}(스키마 {})이다"
    ),
    "a newer kb": "더 새로운 kb",
    "Install it: {}": "설치한다: {}",
    "Update kb, or name another database with --db.": "kb를 업데이트하거나 --db로 다른 데이터베이스를 지정한다.",
    "this database belongs to another program": "다른 프로그램의 데이터베이스다",
    "Name another file with --db or KB_DATABASE_URL.": "--db나 KB_DATABASE_URL로 다른 파일을 지정한다.",
    "Name a file with --db or KB_DATABASE_URL.": "--db나 KB_DATABASE_URL로 파일을 지정한다.",
    "the database is empty": "데이터베이스가 비어 있다",
    "Any kb command fills it on first use.": "kb 명령을 처음 쓸 때 채워진다.",
    "another process is writing to the database; waiting for it, {} seconds at most": (
        "다른 프로세스가 데이터베이스에 쓰고 있다. 최대 {}초 기다린다"
    ),
    "{} is a directory, not a database": "{}: 데이터베이스가 아니라 디렉터리다",
    "the directory {} cannot be made: {}": "{} 디렉터리를 만들 수 없다({})",
    "Name another place with --db or KB_DATA_DIR.": "--db나 KB_DATA_DIR로 다른 곳을 지정한다.",
    "Run `kb doctor`.": "`kb doctor`를 실행한다.",
    "another process is writing to {}": "다른 프로세스가 {}에 쓰고 있다",
    "Wait until it is done (an import, perhaps), then try again.": (
        "끝날 때까지(아마 가져오기) 기다렸다가 다시 시도한다."
    ),
    "{} is not an SQLite database; it was left as it is": "{}: SQLite 데이터베이스가 아니다. 그대로 두었다",
    "{} is damaged; it was left as it is": "{}: 손상되었다. 그대로 두었다",
    "Restore it from a backup, or move it away: kb then makes a new one, and `kb import` brings exports back.": (
        "백업에서 되살리거나 다른 곳으로 옮긴다. 옮기면 kb가 새로 만들고, 내보낸 기록은 `kb import`로 다시 넣는다."
    ),
    "the disk is full: {} could not grow, nothing was changed": "디스크가 가득 찼다: {}에 쓸 수 없었고 바뀐 것은 없다",
    "Free space in {}.": "{}의 공간을 비운다.",
    "{} cannot be written to": "{}: 쓸 수 없다",
    "Check the permissions of the file and of {}.": "파일과 {}의 권한을 확인한다.",
    "{} cannot be opened": "{}: 열 수 없다",
    "Check that {} exists and that you may read and write it.": "{}이(가) 있는지, 읽고 쓸 수 있는지 확인한다.",
    "reading or writing {} failed: {}": "{} 읽기 또는 쓰기에 실패했다: {}",
    "Check the disk or the network file system, then try again.": (
        "디스크나 네트워크 파일 시스템을 확인하고 다시 시도한다."
    ),
    "there is no database at {} yet": "{}에 아직 데이터베이스가 없다",
    "Any kb command makes it on first use.": "kb 명령을 처음 쓸 때 만들어진다.",
    "there is no record {}": "{} 기록이 없다",
    "`kb list` shows all ids.": "`kb list`로 모든 id를 본다.",
    "there is no feedback {} to withdraw": "철회할 피드백 {}이(가) 없다",
    "`kb show ID` tells what stands.": "남아 있는 피드백은 `kb show ID`로 본다.",
    "a record has no id": "id가 없는 기록이 있다",
    "Give it an `id`, a text that no other record has.": "다른 기록에 없는 문자열을 `id`로 준다.",
    "the record cannot be written as JSON: {}": "기록을 JSON으로 쓸 수 없다: {}",
    "the shipped records in {} cannot be read: {}": "{}의 기본 제공 기록을 읽을 수 없다({})",
    "{} holds no record with an id": "{}에 id가 있는 기록이 없다",
    "{} is not JSON: {}": "{}: JSON이 아니다: {}",
    "{} is not UTF-8 at byte {}": "{}: UTF-8이 아니다(바이트 {})",
    "{} is no object with {}": "{}: {}이(가) 있는 객체가 아니다",
    "Run `kb validate` on it, or install kb again.": "`kb validate`로 확인하거나 kb를 다시 설치한다.",
    "loaded the shipped records: {} new, {} updated": "기본 제공 기록을 읽었다: 새 기록 {}건, 갱신 {}건",
    "kept your version of {}: {}; the shipped one is in its history": (
        "직접 고친 기록 {}건을 그대로 두었다: {}. 기본 제공본은 이력에 있다"
    ),
    # index
    "the search index is damaged": "검색 색인이 손상되었다",
    "the search index could not be written": "검색 색인을 쓸 수 없었다",
    "the search index cannot be written in {}": "{}에 검색 색인을 쓸 수 없다",
    "the search index in {} cannot be read": "{}의 검색 색인을 읽을 수 없다",
    "Try again, or run: kb reindex": "다시 시도하거나 실행한다: kb reindex",
    "Check the directory and the free space.": "디렉터리와 남은 공간을 확인한다.",
    "{}; building it anew": "{}. 새로 만든다",
    "{}; building one for this run only": "{}. 이번 실행에만 쓸 색인을 만든다",
    "another process is writing the index; waiting for it": "다른 프로세스가 색인을 쓰고 있다. 기다린다",
    # import
    "the records are in the store, but not yet in the index: {}": "기록은 저장소에 있으나 아직 색인에는 없다: {}",
    "passed over {}: {}": "{} 건너뜀: {}",
    "{} of {} rejected, {}; {}: {}": "{1}건 중 {0}건 거부, {2}. {3}: {4}",
    "{} of {} rejected, {}; {}: {} (and {} more)": "{1}건 중 {0}건 거부, {2}. {3}: {4} (외 {5}건)",
    "the others were imported": "나머지는 가져왔다",
    "nothing was written": "아무것도 쓰지 않았다",
    "it is no record with an id": "id가 있는 기록이 아니다",
    "the same as {}": "{}와(과) 같다",
    "{} is in this import more than once with different content: {}": "{}이(가) 내용이 다르게 두 번 이상 들어 있다: {}",
    "it has no updated_at, and the stored record was updated at {}; use --force": (
        "updated_at이 없는데 저장된 기록은 {}에 갱신되었다. --force를 쓴다"
    ),
    "its updated_at {} is {} that of the stored record, {}; use --force": (
        "updated_at {0}이(가) 저장된 기록의 값({2}){1}. --force를 쓴다"
    ),
    "older than": "보다 오래되었다",
    "the same as": "과 같다",
    "{} is an address; only files and folders are read here": "{}: 주소다. 여기서는 파일과 폴더만 읽는다",
    "Download it first.": "먼저 내려받는다.",
    "there is no file or folder {}": "{} 파일이나 폴더가 없다",
    "Check the path; - reads standard input.": "경로를 확인한다. -는 표준 입력을 읽는다.",
    "both have the alias {}": "둘 다 별칭이 {}이다",
    "{} names {} as an alias": "{}이(가) {}을(를) 별칭으로 쓴다",
    "both cite {}": "둘 다 {}을(를) 인용한다",
    "the titles agree ({} of 100)": "제목이 일치한다(100점 중 {}점)",
    # addresses
    "Check the address and the network.": "주소와 네트워크를 확인한다.",
    "{} answered {}": "{}의 응답: {}",
    "Check the address in a browser.": "브라우저에서 주소를 확인한다.",
    "{} sent a compressed body unasked": "{}이(가) 요청하지 않은 압축 본문을 보냈다",
    "Download it and import the file.": "내려받아 파일로 가져온다.",
    "{} is larger than {}": "{}: {}보다 크다",
    "{} is larger than {} bytes": "{}: {}바이트보다 크다",
    "Download it and import it in parts.": "내려받아 나누어 가져온다.",
    "{} is sent too slowly": "{}: 전송이 너무 느리다",
    "the host {} has no address": "호스트 {}에 주소가 없다",
    "Check the address.": "주소를 확인한다.",
    "the host {} is not known: {}": "호스트 {}을(를) 찾을 수 없다: {}",
    "{} leads to {}, {}": "{}이(가) {}(으)로 이어진다({})",
    "the unspecified address": "지정되지 않은 주소",
    "a loopback address of this machine": "이 기기의 루프백 주소",
    "a link-local address": "링크 로컬 주소",
    "a multicast address": "멀티캐스트 주소",
    "an address shared by a carrier (100.64.0.0/10)": "통신사 공유 주소(100.64.0.0/10)",
    "a private address": "사설 주소",
    "a reserved address": "예약된 주소",
    "Only public addresses are read; --allow-private lifts this.": "공개 주소만 읽는다. --allow-private로 풀 수 있다.",
    "{} is no https address": "{}: https 주소가 아니다",
    "Write https://host/path.": "https://호스트/경로로 쓴다.",
    "{} is http, which anyone on the way can change": "{}: http라서 중간에서 누구나 바꿀 수 있다",
    "Use https, or --allow-http.": "https를 쓰거나 --allow-http를 쓴다.",
    "{} holds a user name or password": "{}: 사용자 이름이나 암호가 들어 있다",
    "{} is no address: {}": "{}: 주소가 아니다({})",
    "more than {} redirects, the last to {}": "리디렉션이 {}번을 넘었다. 마지막은 {}",
    "Give the final address.": "최종 주소를 준다.",
    "{} redirects to what is no address": "{}: 주소가 아닌 곳으로 리디렉션한다",
    "{} was not read within {} seconds": "{}: {}초 안에 읽지 못했다",
}
