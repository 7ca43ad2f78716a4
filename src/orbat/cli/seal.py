"""The command `orbat seal`: publish a digest of a list before the list is shown."""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256
from pathlib import Path

import click

from orbat.cli.shared import EXIT_FINDINGS, EXIT_OK, CommandError, write_json, write_text
from orbat.data.problem import Problem
from orbat.data.text_file import read_bytes
from orbat.documents.read import MAX_BYTES
from orbat.model.wording import phrase

_SALT = re.compile(r"[0-9a-f]{32}\Z")
_SEAL = re.compile(r"[0-9a-f]{64}\Z")


def seal_of(content: bytes, salt: str) -> str:
    """The SHA-256 digest of the salt followed by the content, in hexadecimal."""
    return sha256(salt.encode("ascii") + content).hexdigest()


@click.command("seal")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--salt", default="", metavar="SALT", help="The salt of an earlier seal. [default: a new random salt]")
@click.option("--check", "published", default="", metavar="SEAL", help="The published seal, to compare with the file.")
@click.option("--json", "as_json", is_flag=True, help="Write the seal as JSON.")
def seal_command(file: Path, salt: str, published: str, as_json: bool) -> int:
    """Seal a list, to show later that it was not changed.

    Publish the seal before the game, and keep the salt (a random text) secret. When all lists are shown, show FILE and
    the salt. Then everybody can check that FILE was not changed: the seal is the SHA-256 digest of the salt and the
    bytes of FILE.

    With --check, the exit code is 0 if the seal is right, and 1 if the file or the salt is different.
    """
    salt, published = _typed(salt), _typed(published)
    if published and not salt:
        raise click.UsageError("--check needs the salt: --salt SALT")
    # a salt of another length could move characters between the salt and the file
    if salt and not _SALT.match(salt):
        raise CommandError("the salt has 32 characters: digits, and letters from a to f")
    if published and not _SEAL.match(published):
        raise CommandError("the seal has 64 characters: digits, and letters from a to f")
    content = read_bytes(file, MAX_BYTES)
    if isinstance(content, Problem):
        raise CommandError(phrase("{file} {problem}. {help}", file=file, problem=content.message, help=content.help))
    is_new, salt = not salt, salt or secrets.token_hex(16)
    seal = seal_of(content, salt)
    is_right = hmac.compare_digest(seal, published) if published else None
    if as_json:
        write_json({"file": str(file), "seal": seal, "salt": salt, "right": is_right})
    elif is_right is not None:
        right = phrase("The seal is right: {file} is the sealed file.", file=file)
        wrong = phrase("The seal is wrong: {file} was changed after it was sealed, or the salt is wrong.", file=file)
        write_text([right if is_right else wrong])
    else:
        write_text([phrase("Seal: {seal}", seal=seal), phrase("Salt: {salt}", salt=salt)])
        if is_new:
            write_text(["Publish the seal. Keep the salt secret and the file unchanged until all lists are shown."])
    return EXIT_FINDINGS if is_right is False else EXIT_OK


def _typed(text: str) -> str:
    # copied from a mail, a long text may have spaces and capitals
    return "".join(text.split()).lower()
