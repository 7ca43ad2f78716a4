"""Odds of dice rolls from a ruleset's reference tables: `orbat odds` and the builder's odds screen."""

from __future__ import annotations

from orbat.registry import BuilderCommand, CliCommand, Feature, FileKind

FEATURE = Feature(
    commands=(CliCommand("odds", "play", "orbat.features.odds.command:odds_command", ("chances", "probability")),),
    files=(
        FileKind(
            name="odds",
            description="a ruleset's odds",
            used_by="orbat lint checks it",
            model="orbat.features.odds.model:Odds",
            title="orbat: odds of a ruleset",
            key_descriptions="orbat.features.odds.model:ODDS_DESCRIPTIONS",
            of_ruleset=True,
        ),
    ),
    lint_rules="orbat.features.odds.checks:LINT_RULES",
    builder_commands=(
        BuilderCommand(
            id="odds",
            code="orbat.features.odds.screen:show_odds",
            keys="O",
            title="Odds",
            help="Show the odds of the units: volleys, morale, and close assaults against another army.",
            group="Army",
            after="suggest",
        ),
    ),
    help_pages={"odds": "orbat.features.odds.screen:HELP_PAGE"},
)
