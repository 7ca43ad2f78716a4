"""Losses during a game: `orbat score`, the builder's play screen, and the blocks of the record sheet."""

from __future__ import annotations

from orbat.registry import BuilderCommand, CliCommand, Feature, FileKind, Option

FEATURE = Feature(
    commands=(
        CliCommand("score", "play", "orbat.features.game.command:score_command", ("losses", "play")),
        CliCommand("campaign", "play", "orbat.features.game.campaign_command:campaign_command", ("survivors",)),
    ),
    options=(
        Option(
            "print",
            "--losses",
            "Losses to cross off: a file, or text as for orbat score.",
            "orbat.features.game.command:with_losses",
            value_type="words",
            multiple=True,
        ),
    ),
    blocks={
        "turns": "orbat.features.game.blocks:turns",
        "generals": "orbat.features.game.blocks:generals_block",
        "losses": "orbat.features.game.blocks:losses_block",
        "margins": "orbat.features.game.blocks:margins_block",
        "breaking": "orbat.features.game.blocks:breaking_block",
    },
    printing="orbat.features.game.screen:with_losses",
    files=(
        FileKind(
            name="play",
            description="the losses of an ORBAT in a game",
            used_by="orbat score reads it with its ORBAT",
            model="orbat.features.game.model:Game",
            title="orbat: losses in a game",
            key_descriptions="orbat.features.game.model:GAME_DESCRIPTIONS",
            expected="a file of losses",
            lint="orbat.features.game.file:lint_play",
            suffix=".play.yaml",
        ),
    ),
    builder_commands=(
        BuilderCommand(
            id="play",
            code="orbat.features.game.screen:play",
            keys="P",
            title="Play",
            help="Mark losses during a game. Each loss is scored and saved immediately.",
            group="Army",
            after="raise",
            rank=22,
        ),
        BuilderCommand(
            id="next_game",
            code="orbat.features.game.campaign_command:next_game",
            keys="N",
            title="Next game",
            help="Replace the army with the survivors of the game, and save it as a new file. You see a preview first.",
            group="Army",
            after="raise",
        ),
    ),
    help_pages={"play": "orbat.features.game.screen:HELP_PAGE"},
)
