"""What the player owns: `orbat collection`, `orbat owned`, and armies that are raised and suggested from it."""

from __future__ import annotations

from orbat.registry import BuilderCommand, CliCommand, Feature, FileKind, Option

_AT = "orbat.features.collection.command"

FEATURE = Feature(
    commands=(
        CliCommand("owned", f"{_AT}:owned_command"),
        CliCommand("collection", f"{_AT}:collection_command"),
    ),
    options=(
        Option("check", "--owned", "Note what this collection lacks.", f"{_AT}:checked_against"),
        Option("raise", "--owned", "Only from this collection.", f"{_AT}:supply_at"),
        Option("suggest", "--owned", "Stay within this collection.", f"{_AT}:supply_at"),
    ),
    files=(
        FileKind(
            name="collection",
            description="a collection of what somebody owns",
            used_by="orbat collection shows it, and orbat owned what an ORBAT needs of it",
            model="orbat.features.collection.model:Collection",
            title="orbat: what somebody owns",
            key_descriptions="orbat.features.collection.model:COLLECTION_WORDS",
            expected="a collection",
            lint="orbat.features.collection.file:lint_collection",
            own_file_name="collection.yaml",
        ),
    ),
    explanations="orbat.features.collection.report:EXPLANATIONS",
    builder_commands=(
        BuilderCommand(
            id="collection",
            code="orbat.features.collection.builder:choose",
            keys="M",
            title="Collection",
            help="Keep to a collection of miniatures: what is owned is shown, raised and suggested.",
            group="Army",
            after="raise",
        ),
    ),
    choice_rows="orbat.features.collection.builder:owned_rows",
    warnings="orbat.features.collection.file:own_troubles",
    supply="orbat.features.collection.file:own_supply",
    choose_supply="orbat.features.collection.builder:from_file",
)
