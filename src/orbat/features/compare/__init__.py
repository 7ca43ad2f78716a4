"""Comparison of two ORBATs: commands, a screen and a sheet."""

from __future__ import annotations

from orbat.registry import BuilderCommand, CliCommand, Feature, MenuEntry

FEATURE = Feature(
    commands=(
        CliCommand("compare", "check", "orbat.features.compare.command:compare_command", ("diff", "versus")),
        CliCommand("scout", "play", "orbat.features.compare.command:scout_command", ("scouting",)),
    ),
    blocks={
        "two_titles": "orbat.features.compare.blocks:two_titles",
        "side_by_side": "orbat.features.compare.blocks:side_by_side_block",
        "differences": "orbat.features.compare.blocks:differences",
    },
    builder_commands=(
        BuilderCommand(
            id="compare",
            code="orbat.features.compare.builder:compare",
            keys="C",
            title="Compare",
            help="Compare with another file: totals, scouting, and differences by formation and unit.",
            group="File",
            after="versions",
        ),
    ),
    help_pages={"compare": "orbat.features.compare.screen:HELP_PAGE"},
    menu=(
        MenuEntry(
            id="compare",
            key="T",
            title="Compare two",
            hint="Compare two files: totals, scouting and differences.",
            help="compare two files: totals, scouting and differences",
            code="orbat.features.compare.builder:compare_two",
        ),
    ),
)
