"""Two ORBATs held against each other: `orbat compare`, `orbat scout`, the builder's comparison and a sheet for two."""

from __future__ import annotations

from orbat.registry import BuilderCommand, Command, Feature, MenuEntry

FEATURE = Feature(
    commands=(
        Command("compare", "orbat.cli.compare:compare_command", ("diff", "versus")),
        Command("scout", "orbat.cli.compare:scout_command", ("scouting",)),
    ),
    blocks={
        "two_titles": "orbat.outputs.pdf.blocks.two_titles:two_titles",
        "side_by_side": "orbat.outputs.pdf.blocks.side_by_side:side_by_side_block",
        "differences": "orbat.outputs.pdf.blocks.differences:differences",
    },
    builder_commands=(
        BuilderCommand(
            id="compare",
            code="orbat.tui.commands.comparing:compare",
            keys="C",
            title="Compare",
            help="Compare with another file: side by side, who is out-scouted, and what differs by formation and unit.",
            group="File",
            after="versions",
        ),
    ),
    menu=(
        MenuEntry(
            id="compare",
            key="T",
            title="Compare two",
            hint="Compare two files: side by side, who is out-scouted, and what differs.",
            help="compare two files: side by side, who is out-scouted, and what differs",
            code="orbat.tui.commands.comparing:compare_two",
        ),
    ),
)
