"""What is said of an input and of files, in Korean, with what the operating system says of them.

The words of the system (`permission denied`) stand as values in the messages of kb and are translated in turn.
"""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "no input was given": "입력이 없다",
    "the input is empty": "입력이 비어 있다",
    "waiting for input on stdin; end it with Ctrl+D": "표준 입력을 기다린다. Ctrl+D로 끝낸다",
    "reading records from the terminal; end them with Ctrl+D": "터미널에서 기록을 읽는다. Ctrl+D로 끝낸다",
    "standard input cannot be read: {}": "표준 입력을 읽을 수 없다: {}",
    "standard input": "표준 입력",
    "there is no standard input to read": "읽을 표준 입력이 없다",
    "Name a file.": "파일을 지정한다.",
    "Name one file.": "파일 하나를 지정한다.",
    "Name a file, a folder or an address.": "파일, 폴더, 주소 중 하나를 지정한다.",
    "{} is a directory": "{}: 디렉터리다",
    "{} does not exist": "{}: 없는 파일이다",
    "{} cannot be read: {}": "{}: 읽을 수 없다({})",
    "Check the name, or pipe the text in.": "이름을 확인하거나 텍스트를 파이프로 넘긴다.",
    "Check its permissions.": "권한을 확인한다.",
    "Check what it is and its permissions.": "파일 종류와 권한을 확인한다.",
    "{} cannot be written: {}": "{}: 쓸 수 없다({})",
    "Name another file or directory.": "다른 파일이나 디렉터리를 지정한다.",
    "Free space on that disk, or write to another one.": "그 디스크의 공간을 비우거나 다른 디스크에 쓴다.",
    "{} exists already": "{}: 이미 있다",
    "Choose another name, or edit that file.": "다른 이름을 고르거나 그 파일을 고친다.",
    "permission denied": "권한 없음",
    "operation not permitted": "허용되지 않은 작업",
    "no such file or directory": "파일이나 디렉터리가 없음",
    "no space left on device": "디스크 공간 부족",
    "disk quota exceeded": "디스크 할당량 초과",
    "file too large": "파일이 너무 큼",
    "read-only file system": "읽기 전용 파일 시스템",
    "input/output error": "입출력 오류",
    "is a directory": "디렉터리임",
    "not a directory": "디렉터리가 아님",
    "file exists": "이미 있음",
    "file name too long": "파일 이름이 너무 김",
    "too many open files": "열린 파일이 너무 많음",
    "too many levels of symbolic links": "심볼릭 링크가 너무 많이 이어짐",
    "bad file descriptor": "잘못된 파일 디스크립터",
    "another process is writing it": "다른 프로세스가 쓰고 있음",
}
