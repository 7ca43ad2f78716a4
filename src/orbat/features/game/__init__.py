"""What a game costs an army: `orbat score`, the builder's play screen, and the record sheet."""

from __future__ import annotations

from orbat.registry import BuilderCommand, Command, DataFile, Feature, Option

FEATURE = Feature(
    commands=(Command("score", "orbat.cli.score:score_command", ("losses", "play")),),
    options=(
        Option(
            "print",
            "--losses",
            "Losses to cross off: their file, or words as for orbat score.",
            "orbat.cli.score:with_losses",
            takes="words",
            multiple=True,
        ),
    ),
    blocks={
        "turns": "orbat.outputs.pdf.blocks.turns:turns",
        "generals": "orbat.outputs.pdf.blocks.generals:generals_block",
        "losses": "orbat.outputs.pdf.blocks.losses:losses_block",
        "margins": "orbat.outputs.pdf.blocks.margins:margins_block",
        "breaking": "orbat.outputs.pdf.blocks.breaking:breaking_block",
    },
    printing="orbat.tui.commands.playing:with_losses",
    files=(
        DataFile(
            name="play",
            what="what has befallen an ORBAT in a game",
            used_by="orbat score reads it with the ORBAT beside it",
            model="orbat.model.game:Game",
            title="orbat: what has befallen an ORBAT in a game",
            words="orbat.sources.game_words:GAME_WORDS",
            wanted="a file of losses",
            lint="orbat.sources.play_file:lint_play",
            ending=".play.yaml",
        ),
    ),
    builder_commands=(
        BuilderCommand(
            id="play",
            code="orbat.tui.commands.playing:play",
            keys="P",
            title="Play",
            help="Mark what a game costs the army: it is counted at once, and kept beside the file.",
            group="Army",
            after="raise",
        ),
    ),
    help_pages={"play": "orbat.tui.screens.playing:HELP_PAGE"},
)
