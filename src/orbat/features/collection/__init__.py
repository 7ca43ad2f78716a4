"""The user's collection of miniatures: which models an ORBAT needs, and which armies the owned models allow."""

from __future__ import annotations

from orbat.registry import BuilderCommand, CliCommand, Feature, FileKind, Option

_AT = "orbat.features.collection.command"

FEATURE = Feature(
    commands=(
        CliCommand("owned", "check", f"{_AT}:owned_command"),
        CliCommand("collection", "data", f"{_AT}:collection_command"),
    ),
    options=(
        Option("check", "--owned", "Report models that are missing from this collection.", f"{_AT}:missing_notes"),
        Option("raise", "--owned", "Use only miniatures of this collection.", f"{_AT}:load_supply"),
        Option("suggest", "--owned", "Use only miniatures of this collection.", f"{_AT}:load_supply"),
    ),
    files=(
        FileKind(
            name="collection",
            description="a collection of miniatures",
            used_by="orbat collection shows it; orbat owned compares an ORBAT with it",
            model="orbat.features.collection.model:Collection",
            title="orbat: collection",
            key_descriptions="orbat.features.collection.model:COLLECTION_DESCRIPTIONS",
            expected="a collection",
            lint="orbat.features.collection.file:lint_collection",
            own_file_name="collection.yaml",
        ),
    ),
    explanations="orbat.features.collection.report:EXPLANATIONS",
    builder_commands=(
        BuilderCommand(
            id="collection",
            code="orbat.features.collection.builder:choose_collection",
            keys="M",
            title="Collection",
            help="Choose the collection for generated armies and suggestions, and show which miniatures are missing.",
            group="Army",
            after="raise",
        ),
    ),
    choice_rows="orbat.features.collection.builder:ownership_rows",
    warnings="orbat.features.collection.file:own_collection_warnings",
    supply="orbat.features.collection.file:own_supply",
    choose_supply="orbat.features.collection.builder:choose_file",
)
