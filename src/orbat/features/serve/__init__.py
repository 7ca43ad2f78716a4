"""The builder in a web browser on the same computer: `orbat serve`."""

from __future__ import annotations

from orbat.registry import CliCommand, Feature

FEATURE = Feature(commands=(CliCommand("serve", "build", "orbat.features.serve.command:serve_command", ("web",)),))
