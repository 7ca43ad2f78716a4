"""Rules about names: nothing is wrong with them, but a name given twice is often a slip."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.validate.rule import Case, FormationCase, Verdict, title_of


def formations_named_apart(case: FormationCase) -> Iterator[Verdict]:
    """Formations of one level that stand together have different names.

    Why: Orders, dice and findings tell formations by their names; of two with one name nobody knows which is meant.

    Example: two brigades of a division that are both called 1st Brigade.

    Cure: Give one of them another name, or none: then the builder numbers it.
    """
    if case.is_namesake:
        yield Verdict(
            says="{above} has another {level} that is called {name}",
            helps="Give one of them another name.",
            cites=(f"{case.book.ruleset.title} ruleset",),
            facts={
                "above": title_of(case.above[-1]) if case.above else "the army",
                "level": case.formation.level,
                "name": case.formation.name,
            },
            path=case.path,
        )


def regiments_once(case: Case) -> Iterator[Verdict]:
    """No two units have the same name, but for those that bear the name of what they are.

    Why: A regiment stood in one place. Its wings and detachments have names of their own, so that only names that
    are the same letter for letter count.

    Example: a regiment that was bought for two brigades.

    Cure: Name one of them after another regiment, or both after their wings.
    """
    if not case.facts.has_namesakes:
        return
    seen: set[str] = set()
    told: set[str] = set()
    for line, entry in case.units:
        name = line.unit.name
        if name in seen and name not in told and not (entry and name == entry.name):
            told.add(name)
            yield Verdict(
                says="another unit of the army is called {name} too",
                helps="Name one of them after another regiment, or both after their wings.",
                cites=(f"{case.book.ruleset.title} ruleset",),
                facts={"name": name},
                path=line.path,
            )
        if name:
            seen.add(name)
