"""Reading QR codes in photographs."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable

import pytest
import segno
from PIL import Image

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]
Refused = Callable[..., str]

TEXT = "Codrington's brigade – Отряд\n\n  33rd Foot, 15 stands - 60\n"


def _picture(*texts: str, across: int = 2, form: str = "PNG") -> bytes:
    """A picture of some codes, `across` of them in a row."""
    codes = []
    for text in texts:
        file = io.BytesIO()
        segno.make_qr(text, encoding="utf-8").save(file, kind="png", scale=5)
        codes.append(Image.open(file).convert("L"))
    side = max(code.width for code in codes) + 20
    rows = -(-len(codes) // across)
    paper = Image.new("L", (side * across, side * rows), 255)
    for at, code in enumerate(codes):
        paper.paste(code, (at % across * side + 10, at // across * side + 10))
    file = io.BytesIO()
    paper.save(file, form)
    return file.getvalue()


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_qr_code_is_read_as_text(read: Read, form: str) -> None:
    found = read(_picture(TEXT, form=form), "photo")
    assert found.form == "picture"
    assert [(line.number, line.indent, line.text) for line in found.lines] == [
        (1, 0, "Codrington's brigade – Отряд"),
        (2, 0, ""),
        (3, 2, "33rd Foot, 15 stands - 60"),
    ]
    assert found.lines[0].where == "line 1"


def test_a_rotated_code_is_read(read: Read) -> None:
    file = io.BytesIO()
    Image.open(io.BytesIO(_picture(TEXT))).rotate(97, expand=True, fillcolor=255).save(file, "JPEG")
    assert read(file.getvalue()).lines[0].text == "Codrington's brigade – Отряд"


def test_parts_of_a_text_are_joined_by_number(read: Read) -> None:
    found = read(_picture("2/3\nb\n", "1/3\na\n", "3/3\nc\n"))
    assert [(line.number, line.text) for line in found.lines] == [(1, "a"), (2, "b"), (3, "c")]
    assert not found.warnings


def test_a_missing_part_is_reported(read: Read) -> None:
    found = read(_picture("3/3 c", "1/3 a"))
    assert [line.text for line in found.lines] == ["a", "c"]
    assert found.warnings == ("QR code 2 of 3 is missing from the picture",)


def test_several_codes_are_read_from_left_to_right(read: Read) -> None:
    found = read(_picture("first army", "second army", "third army"))
    assert [(line.where, line.text) for line in found.lines] == [
        ("code 1, line 1", "first army"),
        ("code 2, line 1", "second army"),
        ("code 3, line 1", "third army"),
    ]


def test_a_picture_without_a_code_is_refused(refused: Refused) -> None:
    file = io.BytesIO()
    Image.new("RGB", (300, 200), "white").save(file, "PNG")
    assert refused(file.getvalue(), "photo.png") == "the file is a picture without a readable QR code"


def test_a_picture_with_too_many_pixels_is_refused(refused: Refused) -> None:
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b""))
    raw = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    assert refused(raw) == "the file is a picture of more than 64 million pixels"


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_damaged_pictures_are_refused(refused: Refused, form: str) -> None:
    raw = _picture(TEXT, form=form)
    assert refused(raw[:90]) == "the file is a damaged picture"


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        (b"GIF89a\x00\x00", "GIF"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "WebP"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00", "HEIC"),
        (b"BM\x00\x00\x00\x00", "BMP"),
        (b"II*\x00\x08", "TIFF"),
    ],
)
def test_other_picture_formats_are_refused(refused: Refused, raw: bytes, form: str) -> None:
    assert refused(raw) == f"the file is a {form} picture"


def test_two_codes_with_the_same_number_are_reported(read: Read) -> None:
    found = read(_picture("1/2\na\n", "2/2\nsix guns\n", "2/2\ntwo guns\n"))
    assert [line.text for line in found.lines] == ["a", "six guns"]
    assert [(part.kind, part.where) for part in found.parts if part.status == "left"] == [("code", "code 2")]
    same = read(_picture("1/2\na\n", "2/2\nb\n", "2/2\nb\n"))
    assert [part.status for part in same.parts] == ["read"]


def test_codes_of_other_types_are_reported(read: Read) -> None:
    from zxingcpp import BarcodeFormat, create_barcode

    paper = Image.open(io.BytesIO(_picture(TEXT))).convert("L")
    wide = Image.new("L", (paper.width + 240, max(paper.height, 240)), 255)
    wide.paste(paper, (0, 0))
    aztec = create_barcode("with 2 guns", BarcodeFormat.Aztec).to_image(scale=5)
    pixels = bytes(aztec)  # type: ignore[call-overload]  # a buffer, which the types of zxingcpp do not say
    wide.paste(Image.frombytes("L", aztec.shape[::-1], pixels), (paper.width + 20, 20))
    file = io.BytesIO()
    wide.save(file, "PNG")
    assert [(part.kind, part.shown) for part in read(file.getvalue()).parts if part.status == "left"] == [
        ("other_code", "with 2 guns")
    ]
