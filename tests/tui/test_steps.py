"""The builder's steps: the new army, the step's name and the selection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.evaluate.purchases import enlargements, purchases
from orbat.evaluate.staff_rolls import commanders_to_roll
from orbat.model.army_list import OptionUse
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Remove, at
from orbat.model.finding import Finding
from orbat.model.history import start_history
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.report.finding_groups import FindingGroup
from orbat.tui.state import State, StepResult, Workspace, nearest
from orbat.tui.steps import army, fielded, formations, units
from orbat.tui.steps.changes import change_with_effects
from orbat.tui.steps.fixes import GroupFix, fix_group
from orbat.tui.steps.selection import entry_of, kind_selected, list_of, marked_or_selected

ARMY: OrbatPath = ()
DIVISION: OrbatPath = ("formations", 0)
FIRST: OrbatPath = (*DIVISION, "formations", 0)
SECOND: OrbatPath = (*DIVISION, "formations", 1)
CAVALRY: OrbatPath = ("formations", 1)
FUSILIERS: OrbatPath = (*FIRST, "units", 0)
GREENS: OrbatPath = (*FIRST, "units", 1)
GUARDS: OrbatPath = (*SECOND, "units", 0)
GUNS: OrbatPath = (*SECOND, "units", 1)
HUSSARS: OrbatPath = (*CAVALRY, "units", 0)
SAPPERS: OrbatPath = ("units", 0)

ROLLED = Commander(name="Bentinck", quality="capable", roll=Roll(dice=(3,), result="capable", method="entered"))


def _army() -> Orbat:
    """A division of two numbered brigades, the second with a rolled general; a cavalry brigade; sappers."""
    first = Formation(
        level="brigade",
        name="1st Brigade",
        numbered=True,
        commander=Commander(name="Codrington"),
        units=(
            Unit(name="7th Royal Fusiliers", entry="brit_line", size=12, rating="3"),
            Unit(name="19th Foot", entry="brit_line", size=14, rating="2", options=("rifles",)),
        ),
    )
    second = Formation(
        level="brigade",
        name="2nd Brigade",
        numbered=True,
        commander=ROLLED,
        units=(
            Unit(name="3rd Bn Grenadier Guards", entry="brit_foot_guards", size=14, rating="4"),
            Unit(name="I Troop RHA", entry="brit_rha_troop", size=1),
        ),
    )
    cavalry = Formation(
        level="brigade", name="Light Brigade", units=(Unit(name="11th Hussars", entry="brit_light_cavalry", size=5),)
    )
    division = Formation(level="division", name="Light Division", formations=(first, second))
    return Orbat(
        title="Expedition",
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        game_size=800,
        date=Date(1854, 9),
        commander=Commander(name="Lord Raglan"),
        formations=(division, cavalry),
        units=(Unit(name="Sappers", entry="brit_engineers"),),
    )


@pytest.fixture
def workspace(library: Library) -> Workspace:
    """The workspace that makes states."""
    return Workspace(library)


@pytest.fixture
def opened(workspace: Workspace) -> State:
    """The army just opened."""
    orbat = _army()
    book = workspace.book(orbat)
    assert book
    return workspace.open(orbat, book)


@pytest.fixture
def on(opened: State) -> Callable[..., State]:
    """The army with a selection and marks."""

    def select(path: OrbatPath, *marked: OrbatPath) -> State:
        return replace(opened, selected=path, marked=frozenset(marked))

    return select


def took(done: StepResult | None, name: str, selected: OrbatPath) -> Orbat:
    """The army after a step with that name and selection."""
    assert done is not None
    assert (done.name, done.selected) == (name, selected)
    return done.orbat


def names(orbat: Orbat, holder: OrbatPath) -> list[str]:
    """The names of the items in a list."""
    return [thing.name for thing in at(orbat, holder)]


def codes(state: State) -> set[str]:
    """The codes of the findings."""
    return {finding.code for finding in state.findings}


# --- buying


@pytest.mark.parametrize(("where", "home"), [(FIRST, FIRST), (FUSILIERS, FIRST), (DIVISION, DIVISION), (ARMY, ARMY)])
def test_purchase_goes_into_the_selected_formation(on: Callable[..., State], where: OrbatPath, home: OrbatPath) -> None:
    """It has the typical size and rating, the first unused regiment's name, and is selected."""
    place = (*home, "units", len(at(on(where).orbat, (*home, "units"))))
    orbat = took(units.buy(on(where), "brit_foot_guards"), "buy 1st Bn Coldstream Guards", place)
    bought = at(orbat, place)
    assert bought == Unit(name="1st Bn Coldstream Guards", entry="brit_foot_guards", size=14, rating="4")


def test_engineers_have_no_size_or_rating(on: Callable[..., State]) -> None:
    orbat = took(
        units.buy(on(CAVALRY), "brit_engineers"),
        "buy Royal Engineers officer with Sappers and Miners",
        (*CAVALRY, "units", 1),
    )
    assert at(orbat, (*CAVALRY, "units", 1)) == Unit(entry="brit_engineers")


def test_unit_is_unnamed_once_all_regiments_are_used(on: Callable[..., State], workspace: Workspace) -> None:
    state = on(SECOND)
    first = units.buy(state, "brit_rha_troop")
    assert first
    state = workspace.at(state, state.history.do(first.name, first.orbat), SECOND)
    place = (*SECOND, "units", 3)
    orbat = took(units.buy(state, "brit_rha_troop"), "buy Royal Horse Artillery troop", place)
    assert names(orbat, (*SECOND, "units")) == ["3rd Bn Grenadier Guards", "I Troop RHA", "C Troop RHA", ""]


def test_compulsory_option_is_bought_with_the_unit(opened: State) -> None:
    uses = (
        OptionUse(option="drilled", use="required"),
        OptionUse(option="late", use="required", from_=Date(1855)),
        OptionUse(option="rifles", use="always"),
        OptionUse(option="horses", use="optional"),
    )
    british = opened.book.lists["british"]
    entries = tuple(replace(one, options=uses if one.id == "brit_line" else one.options) for one in british.entries)
    book = Book(opened.book.ruleset, {"british": replace(british, entries=entries)})
    for date, options in ((Date(1854, 9), ("drilled",)), (Date(1855, 6), ("drilled", "late"))):
        state = replace(opened, book=book, history=start_history(replace(opened.orbat, date=date)), selected=CAVALRY)
        done = units.buy(state, "brit_line")
        assert done
        assert at(done.orbat, done.selected).options == options


@pytest.mark.parametrize("entry", ["dragon", "", "fr_line"])
def test_entry_of_another_list_is_not_bought(on: Callable[..., State], entry: str) -> None:
    assert units.buy(on(FIRST), entry) is None


def test_purchase_has_the_offered_size_and_rating(on: Callable[..., State]) -> None:
    state = on(SECOND)
    offer = next(one for one in purchases(state.trials, 30, SECOND) if one.entry_id == "brit_line")
    done = units.buy_purchase(state, offer)
    assert done
    bought = at(done.orbat, done.selected)
    assert (bought.size, bought.rating, bought.options) == (offer.size, offer.rating, offer.options)
    assert (done.name, done.selected[:-1]) == (f"buy {bought.name}", (*SECOND, "units"))
    assert units.buy_purchase(state, replace(offer, entry_id="dragon")) is None


def test_offered_engineers_have_no_size(on: Callable[..., State]) -> None:
    state = on(ARMY)
    offers = {one.entry_id: one for one in purchases(state.trials, 60)}
    done = units.buy_purchase(state, offers["brit_engineers"])
    assert done
    assert at(done.orbat, ("units", 1)).size is None


def test_offered_enlargement_is_applied_to_its_unit(on: Callable[..., State]) -> None:
    state = on(ARMY)
    offers = {one.path: one for one in enlargements(state.trials, 20)}
    offer = offers[FUSILIERS]
    orbat = took(units.enlarge(state, offer), f"resize 7th Royal Fusiliers from 12 to {12 + offer.growth}", FUSILIERS)
    assert at(orbat, FUSILIERS).size == 12 + offer.growth
    assert units.enlarge(state, replace(offer, path=(*FIRST, "units", 9))) is None


# --- changing units


@pytest.mark.parametrize(("path", "by", "size"), [(FUSILIERS, 1, 13), (FUSILIERS, -1, 11), (GUNS, 1, 2)])
def test_unit_grows_and_shrinks_by_one(on: Callable[..., State], path: OrbatPath, by: int, size: int) -> None:
    unit = at(_army(), path)
    done = units.resize(on(path), by)
    assert done
    assert (done.name, done.selected) == (f"resize {unit.name} from {unit.size} to {size}", path)
    assert at(done.orbat, path).size == size


@pytest.mark.parametrize(("path", "by"), [(GUNS, -1), (SAPPERS, 1), (SAPPERS, -1)])
def test_size_stays_between_one_and_the_list_s_maximum(on: Callable[..., State], path: OrbatPath, by: int) -> None:
    assert units.resize(on(path), by) is None


def test_unit_above_the_maximum_only_shrinks(workspace: Workspace, opened: State) -> None:
    state = workspace.open(replace(_army(), units=(Unit(entry="brit_line", size=20, rating="3"),)), opened.book)
    state = replace(state, selected=SAPPERS)
    assert units.resize(state, 1) is None
    done = units.resize(state, -1)
    assert done
    assert at(done.orbat, SAPPERS).size == 19
    for size in (17, 18):
        orbat = replace(_army(), units=(Unit(entry="brit_line", size=size, rating="3"),))
        done = units.resize(replace(workspace.open(orbat, opened.book), selected=SAPPERS), 1)
        assert (done is None) == (size == 18)


def _resized(workspace: Workspace, state: State, *steps: int) -> State:
    """The state after size changes, as the builder makes it."""
    for by in steps:
        done = units.resize(state, by)
        assert done
        history = state.before(done.run).do(done.name, done.orbat, done.run)
        state = workspace.at(state, history, done.selected)
    return state


def test_consecutive_sizes_are_one_step(workspace: Workspace, on: Callable[..., State]) -> None:
    state = _resized(workspace, on(FUSILIERS), 1, 1, 1, -1)
    assert at(state.orbat, FUSILIERS).size == 14
    assert [one.name for one in state.history.steps] == ["opened", "resize 7th Royal Fusiliers from 12 to 14"]
    assert state.history.undo().orbat is on(FUSILIERS).orbat
    back = _resized(workspace, state, -1, -1)
    assert back.history.position == 0
    assert back.orbat is on(FUSILIERS).orbat


def test_sizes_with_another_step_or_save_between_are_separate_steps(
    workspace: Workspace, on: Callable[..., State]
) -> None:
    state = _resized(workspace, on(FUSILIERS), 1)
    state = _resized(workspace, replace(state, selected=GREENS), 1)
    state = _resized(workspace, replace(state, selected=FUSILIERS), 1, 1)
    done = army.annotate(state, "the colours")
    state = _resized(workspace, workspace.at(state, state.history.do(done.name, done.orbat)), 1)
    saved = replace(state, saved=state.orbat)
    state = _resized(workspace, saved, 1, 1)
    assert [one.name for one in state.history.steps] == [
        "opened",
        "resize 7th Royal Fusiliers from 12 to 13",
        "resize 19th Foot from 14 to 15",
        "resize 7th Royal Fusiliers from 13 to 15",
        "note on 7th Royal Fusiliers",
        "resize 7th Royal Fusiliers from 15 to 16",
        "resize 7th Royal Fusiliers from 16 to 18",
    ]
    assert state.history.undo().orbat is saved.orbat


def test_unit_without_a_size_grows_from_the_typical_one(workspace: Workspace, opened: State) -> None:
    orbat = replace(_army(), units=(Unit(entry="brit_line"),))
    state = workspace.open(orbat, opened.book)
    usual = opened.book.entries("british")["brit_line"].size.typical
    done = units.resize(replace(state, selected=SAPPERS), 1)
    assert done
    assert (done.name, done.selected) == (
        f"resize Line infantry with rifle-musket from {usual} to {usual + 1}",
        SAPPERS,
    )
    assert at(done.orbat, SAPPERS).size == usual + 1


@pytest.mark.parametrize("path", [ARMY, DIVISION, CAVALRY])
def test_unit_steps_do_nothing_on_formations(on: Callable[..., State], path: OrbatPath) -> None:
    state = on(path)
    assert units.resize(state, 1) is None
    assert units.next_rating(state) is None
    assert units.set_rating(state, "3") is None
    assert units.toggle_option(state, "rifles") is None


def test_unknown_unit_can_only_be_renamed(workspace: Workspace, opened: State) -> None:
    state = replace(workspace.open(replace(_army(), units=(Unit(entry="dragon"),)), opened.book), selected=SAPPERS)
    assert entry_of(state) is None
    assert units.resize(state, 1) is None
    assert units.next_rating(state) is None
    assert units.set_rating(state, "3") is None
    assert at(took(army.rename(state, "Smaug"), "rename dragon", SAPPERS), SAPPERS).name == "Smaug"


def test_rating_after_the_last_is_the_first(workspace: Workspace, on: Callable[..., State]) -> None:
    state = on(GREENS)
    seen = []
    for _ in range(3):
        done = units.next_rating(state)
        assert done
        assert done.name == "class of 19th Foot"
        state = workspace.at(state, state.history.do(done.name, done.orbat), done.selected)
        seen.append(at(state.orbat, GREENS).rating)
    assert seen == ["3", "2", "3"]


def test_rating_not_offered_is_followed_by_the_first(workspace: Workspace, on: Callable[..., State]) -> None:
    state = on(GREENS)
    done = units.set_rating(state, "1")
    orbat = took(done, "class of 19th Foot", GREENS)
    state = workspace.at(state, state.history.do("class", orbat))
    assert at(took(units.next_rating(state), "class of 19th Foot", GREENS), GREENS).rating == "2"


@pytest.mark.parametrize("rating", ["0", "5", "", "good"])
def test_unknown_rating_is_ignored(on: Callable[..., State], rating: str) -> None:
    assert units.set_rating(on(FUSILIERS), rating) is None


@pytest.mark.parametrize("path", [GUNS, SAPPERS])
def test_troops_without_ratings_have_no_next_rating(on: Callable[..., State], path: OrbatPath) -> None:
    assert units.next_rating(on(path)) is None


@pytest.mark.parametrize("path", [GUNS, SAPPERS])
def test_digit_sets_no_rating_on_troops_without_ratings(on: Callable[..., State], path: OrbatPath) -> None:
    assert units.set_rating(on(path), "3") is None


def test_option_is_added_and_removed(workspace: Workspace, on: Callable[..., State]) -> None:
    state = on(FUSILIERS)
    orbat = took(units.toggle_option(state, "rifles"), "rifles of 7th Royal Fusiliers", FUSILIERS)
    assert at(orbat, FUSILIERS).options == ("rifles",)
    again = workspace.at(state, state.history.do("rifles", orbat))
    assert took(units.toggle_option(again, "rifles"), "rifles of 7th Royal Fusiliers", FUSILIERS) == state.orbat
    odd = took(units.toggle_option(on(GREENS), "no_such"), "no_such of 19th Foot", GREENS)
    assert at(odd, GREENS).options == ("rifles", "no_such")


# --- names and notes


@pytest.mark.parametrize(
    ("path", "step"),
    [(ARMY, "rename the army"), (CAVALRY, "rename Light Brigade"), (FUSILIERS, "rename 7th Royal Fusiliers")],
)
def test_army_formation_and_unit_are_renamed(on: Callable[..., State], path: OrbatPath, step: str) -> None:
    orbat = took(army.rename(on(path), "  The Buffs "), step, path)
    thing = at(orbat, path)
    assert (thing.title if isinstance(thing, Orbat) else thing.name) == "The Buffs"


def test_typed_name_stays_and_an_empty_one_is_numbered_again(workspace: Workspace, on: Callable[..., State]) -> None:
    state = on(FIRST)
    named = took(army.rename(state, "Fusilier Brigade"), "rename 1st Brigade", FIRST)
    assert names(named, (*DIVISION, "formations")) == ["Fusilier Brigade", "1st Brigade"]
    assert [one.numbered for one in at(named, (*DIVISION, "formations"))] == [False, True]
    state = workspace.at(state, state.history.do("rename", named))
    back = took(army.rename(state, " "), "rename Fusilier Brigade", FIRST)
    assert back == state.history.undo().orbat
    cavalry = took(army.rename(on(CAVALRY), ""), "rename Light Brigade", CAVALRY)
    assert names(cavalry, ("formations",)) == ["Light Division", "1st Brigade"]


def test_unit_can_be_unnamed(on: Callable[..., State]) -> None:
    orbat = took(army.rename(on(FUSILIERS), ""), "rename 7th Royal Fusiliers", FUSILIERS)
    assert at(orbat, FUSILIERS).name == ""


@pytest.mark.parametrize("path", [ARMY, FIRST, FUSILIERS])
def test_same_name_is_not_a_step(on: Callable[..., State], path: OrbatPath) -> None:
    state = on(path)
    thing = at(state.orbat, path)
    done = army.rename(state, thing.title if isinstance(thing, Orbat) else thing.name)
    assert state.history.do(done.name, done.orbat) is state.history


@pytest.mark.parametrize(
    ("path", "step"), [(ARMY, "note on the army"), (CAVALRY, "note on Light Brigade"), (SAPPERS, "note on Sappers")]
)
def test_army_formation_and_unit_have_notes(on: Callable[..., State], path: OrbatPath, step: str) -> None:
    assert at(took(army.annotate(on(path), " in reserve \n"), step, path), path).note == "in reserve"
    assert at(took(army.annotate(on(path), "  "), step, path), path).note == ""


# --- generals


def test_renamed_general_keeps_the_roll(on: Callable[..., State]) -> None:
    orbat = took(formations.name_general(on(SECOND), " Cambridge "), "name the general of 2nd Brigade", SECOND)
    assert at(orbat, (*SECOND, "commander")) == replace(ROLLED, name="Cambridge")


@pytest.mark.parametrize(
    ("path", "step"), [(DIVISION, "name the general of Light Division"), (CAVALRY, "name the general of Light Brigade")]
)
def test_naming_a_missing_general_buys_one(on: Callable[..., State], path: OrbatPath, step: str) -> None:
    assert at(took(formations.name_general(on(path), "Lucan"), step, path), path).commander == Commander(name="Lucan")
    assert at(took(formations.name_general(on(path), ""), step, path), path).commander == Commander()


def test_general_is_removed_once(workspace: Workspace, on: Callable[..., State]) -> None:
    for path, step in ((ARMY, "remove the general of the army"), (SECOND, "remove the general of 2nd Brigade")):
        state = on(path)
        orbat = took(formations.dismiss_general(state), step, path)
        assert at(orbat, path).commander is None
        assert formations.dismiss_general(workspace.at(state, state.history.do("dismiss", orbat))) is None
    assert formations.dismiss_general(on(CAVALRY)) is None


def test_general_of_a_unit_is_its_formation_s(on: Callable[..., State]) -> None:
    brigade = FUSILIERS[:-2]
    step = f"name the general of {at(on(FUSILIERS).orbat, brigade).name}"
    orbat = took(formations.name_general(on(FUSILIERS), "Codrington"), step, FUSILIERS)
    assert at(orbat, brigade).commander.name == "Codrington"
    assert formations.dismiss_general(on(FUSILIERS)) is None


# --- formations


@pytest.mark.parametrize(
    ("where", "level", "place", "name"),
    [
        (ARMY, "brigade", ("formations", 2), "1st Brigade"),
        (ARMY, "corps", ("formations", 2), "1st Corps"),
        (DIVISION, "brigade", (*DIVISION, "formations", 2), "3rd Brigade"),
        (DIVISION, "division", ("formations", 2), "1st Division"),
        (FIRST, "brigade", (*DIVISION, "formations", 2), "3rd Brigade"),
        (GUNS, "brigade", (*DIVISION, "formations", 2), "3rd Brigade"),
        (GUNS, "division", ("formations", 2), "1st Division"),
        (CAVALRY, "brigade", ("formations", 2), "1st Brigade"),
        (SAPPERS, "brigade", ("formations", 2), "1st Brigade"),
        (FIRST, "corps", ("formations", 2), "1st Corps"),
    ],
)
def test_new_formation_is_placed_in_the_next_higher_one(
    on: Callable[..., State], where: OrbatPath, level: str, place: OrbatPath, name: str
) -> None:
    orbat = took(formations.new_formation(on(where), level), f"add {name}", place)
    assert at(orbat, place) == Formation(level=level, name=name, numbered=True, commander=Commander())


def test_unknown_level_is_ignored(on: Callable[..., State]) -> None:
    assert formations.new_formation(on(ARMY), "wing") is None


def test_new_formation_is_placed_next_to_one_of_an_unknown_level(workspace: Workspace, opened: State) -> None:
    state = workspace.open(replace(_army(), formations=(Formation(level="wing", name="Left"),)), opened.book)
    done = formations.new_formation(replace(state, selected=DIVISION), "brigade")
    took(done, "add 1st Brigade", CAVALRY)


@pytest.mark.parametrize(("where", "what"), [(CAVALRY, CAVALRY), (HUSSARS, CAVALRY), (DIVISION, DIVISION)])
def test_formation_is_held_off_the_board_and_brought_on(
    workspace: Workspace, on: Callable[..., State], where: OrbatPath, what: OrbatPath
) -> None:
    state, name = on(where), at(_army(), what).name
    orbat = took(formations.next_reserve(state), f"keep {name} off the board", where)
    assert at(orbat, what).off_board
    again = workspace.at(state, state.history.do("off", orbat))
    assert took(formations.next_reserve(again), f"put {name} on the board", where) == state.orbat


@pytest.mark.parametrize("path", [ARMY, SAPPERS])
def test_army_and_independent_units_cannot_be_held_off_the_board(on: Callable[..., State], path: OrbatPath) -> None:
    assert formations.next_reserve(on(path)) is None


# --- copies


def test_copy_follows_its_original_and_is_selected(on: Callable[..., State]) -> None:
    orbat = took(formations.duplicate(on(GREENS)), "duplicate 19th Foot", (*FIRST, "units", 2))
    assert names(orbat, (*FIRST, "units")) == ["7th Royal Fusiliers", "19th Foot", "23rd Royal Welch Fusiliers"]
    assert replace(at(orbat, (*FIRST, "units", 2)), name="19th Foot") == at(orbat, GREENS)


def test_copied_regiment_is_the_next_of_the_list(on: Callable[..., State], workspace: Workspace) -> None:
    orbat = took(formations.duplicate(on(FUSILIERS)), "duplicate 7th Royal Fusiliers", GREENS)
    assert names(orbat, (*FIRST, "units")) == ["7th Royal Fusiliers", "23rd Royal Welch Fusiliers", "19th Foot"]
    state, called = on(GUNS), []
    for _ in range(3):
        done = formations.duplicate(state)
        assert done
        state = workspace.at(state, state.history.do(done.name, done.orbat), GUNS)
        called.append(at(done.orbat, done.selected).name)
    assert called == ["C Troop RHA", "Royal Horse Artillery troop", "Royal Horse Artillery troop (2)"]


def test_copied_brigade_has_other_regiments(on: Callable[..., State]) -> None:
    copied = took(formations.duplicate(on(FIRST)), "duplicate 1st Brigade", SECOND)
    assert names(copied, (*SECOND, "units")) == ["23rd Royal Welch Fusiliers", "28th (North Gloucestershire)"]
    copied = took(formations.duplicate(on(DIVISION)), "duplicate Light Division", ("formations", 1))
    within = (*CAVALRY, "formations")
    assert names(copied, (*within, 0, "units")) == ["23rd Royal Welch Fusiliers", "28th (North Gloucestershire)"]
    assert names(copied, (*within, 1, "units")) == ["1st Bn Coldstream Guards", "C Troop RHA"]
    pasted = took(formations.paste(on(CAVALRY), (at(_army(), FIRST),), copies=True), "paste 1 item", (*within, 0))
    assert names(pasted, (*within, 0, "units")) == ["23rd Royal Welch Fusiliers", "28th (North Gloucestershire)"]


def test_copied_brigade_has_an_unnamed_general(on: Callable[..., State]) -> None:
    orbat = took(formations.duplicate(on(FIRST)), "duplicate 1st Brigade", SECOND)
    assert names(orbat, (*DIVISION, "formations")) == ["1st Brigade", "2nd Brigade", "3rd Brigade"]
    copied = took(formations.duplicate(on(SECOND)), "duplicate 2nd Brigade", (*DIVISION, "formations", 2))
    assert at(copied, (*DIVISION, "formations", 2)).commander == Commander()
    assert at(copied, SECOND).commander == ROLLED


def test_marked_items_are_copied_after_their_originals(on: Callable[..., State]) -> None:
    done = formations.duplicate(on(ARMY, FUSILIERS, GREENS, HUSSARS))
    assert done
    assert done.name == "duplicate 3 items"
    fusiliers = ["7th Royal Fusiliers", "28th (North Gloucestershire)", "19th Foot", "23rd Royal Welch Fusiliers"]
    assert names(done.orbat, (*FIRST, "units")) == fusiliers
    assert names(done.orbat, (*CAVALRY, "units")) == ["11th Hussars", "17th Lancers"]


def test_last_of_several_copies_is_selected(on: Callable[..., State]) -> None:
    took(formations.duplicate(on(ARMY, FUSILIERS, GREENS)), "duplicate 2 items", (*FIRST, "units", 3))


def test_army_is_not_copied(on: Callable[..., State]) -> None:
    assert formations.duplicate(on(ARMY)) is None


# --- moving


@pytest.mark.parametrize(
    ("path", "by", "to"),
    [
        (FUSILIERS, 1, GREENS),
        (GREENS, -1, FUSILIERS),
        (FUSILIERS, -1, FUSILIERS),
        (GREENS, 1, GREENS),
        (FUSILIERS, 9, GREENS),
        (GREENS, -9, FUSILIERS),
        (CAVALRY, -1, DIVISION),
        (SAPPERS, 1, SAPPERS),
    ],
)
def test_shift_stops_at_the_ends(on: Callable[..., State], path: OrbatPath, by: int, to: OrbatPath) -> None:
    state = on(path)
    thing = at(state.orbat, path)
    orbat = took(formations.shift(state, by), f"move {thing.name}", to)
    assert at(orbat, to) == thing
    assert (orbat == state.orbat) == (path == to)


def test_shifted_brigades_are_renumbered(on: Callable[..., State]) -> None:
    orbat = took(formations.shift(on(SECOND), -1), "move 2nd Brigade", FIRST)
    brigades = at(orbat, (*DIVISION, "formations"))
    assert [(one.name, one.commander.name) for one in brigades] == [
        ("1st Brigade", "Bentinck"),
        ("2nd Brigade", "Codrington"),
    ]


def test_army_is_not_shifted(on: Callable[..., State]) -> None:
    assert formations.shift(on(ARMY), 1) is None


@pytest.mark.parametrize("into", [DIVISION, FIRST])
def test_formation_is_not_moved_into_itself(on: Callable[..., State], into: OrbatPath) -> None:
    assert formations.move(on(DIVISION), into) is None
    assert formations.move(on(ARMY, DIVISION, HUSSARS), into) is None


@pytest.mark.parametrize(
    ("path", "into", "to"),
    [
        (FUSILIERS, CAVALRY, (*CAVALRY, "units", 1)),
        (FUSILIERS, ARMY, ("units", 1)),
        (SAPPERS, SECOND, (*SECOND, "units", 2)),
        (CAVALRY, DIVISION, (*DIVISION, "formations", 2)),
        (FIRST, ARMY, ("formations", 2)),
        (DIVISION, CAVALRY, ("formations", 0, "formations", 0)),
    ],
)
def test_item_is_moved_to_the_end_of_a_formation(
    on: Callable[..., State], path: OrbatPath, into: OrbatPath, to: OrbatPath
) -> None:
    thing = at(_army(), path)
    orbat = took(formations.move(on(path), into), f"move {thing.name}", to)
    moved = at(orbat, to)
    assert moved == thing or (thing.numbered and moved == replace(thing, name="1st Brigade"))


def test_item_moved_into_its_own_formation_becomes_last(on: Callable[..., State]) -> None:
    done = formations.move(on(FUSILIERS), FIRST)
    assert done
    assert names(done.orbat, (*FIRST, "units")) == ["19th Foot", "7th Royal Fusiliers"]


def test_marked_items_are_moved_in_order(on: Callable[..., State]) -> None:
    state = on(ARMY, GUARDS, SECOND, GREENS, FUSILIERS)
    orbat = took(formations.move(state, CAVALRY), "move 3 items", (*CAVALRY, "formations", 0))
    assert names(orbat, (*CAVALRY, "units")) == ["11th Hussars", "7th Royal Fusiliers", "19th Foot"]
    assert names(orbat, (*CAVALRY, "formations")) == ["1st Brigade"]
    assert names(orbat, (*CAVALRY, "formations", 0, "units")) == ["3rd Bn Grenadier Guards", "I Troop RHA"]


def test_independent_units_are_moved_last(on: Callable[..., State]) -> None:
    done = formations.move(on(ARMY, SAPPERS, FUSILIERS), CAVALRY)
    assert done
    assert names(done.orbat, (*CAVALRY, "units")) == ["11th Hussars", "7th Royal Fusiliers", "Sappers"]


def test_army_is_not_moved(on: Callable[..., State]) -> None:
    assert formations.move(on(ARMY), CAVALRY) is None


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        ("name", ["19th Foot", "7th Royal Fusiliers", "grenadiers", "Troop"]),
        ("points", ["Troop", "grenadiers", "19th Foot", "7th Royal Fusiliers"]),
        ("list", ["grenadiers", "19th Foot", "7th Royal Fusiliers", "Troop"]),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
def test_units_are_sorted(workspace: Workspace, opened: State, order: str, wanted: list[str], inside: bool) -> None:
    line = tuple(
        Unit(name=name, entry="brit_line", size=12, rating="3") for name in ("19th Foot", "7th Royal Fusiliers")
    )
    guards = Unit(name="grenadiers", entry="brit_foot_guards", size=14, rating="4")
    mixed = (Unit(name="Troop", entry="brit_rha_troop", size=3), *line, guards)
    brigade = Formation(level="brigade", name="Mixed", units=mixed)
    state = workspace.open(replace(_army(), formations=(brigade,)), opened.book)
    where = (*DIVISION, "units", 2) if inside else DIVISION
    orbat = took(formations.sort(replace(state, selected=where), order), f"sort by {order}", DIVISION)
    assert names(orbat, (*DIVISION, "units")) == wanted
    assert orbat.units == state.orbat.units


@pytest.mark.parametrize("order", ["name", "points", "list"])
def test_unknown_units_are_sorted_last(workspace: Workspace, opened: State, order: str) -> None:
    odd = (Unit(name="b", entry="dragon"), Unit(name="a", entry="brit_line", size=8, rating="3"))
    state = workspace.open(replace(_army(), units=odd), opened.book)
    orbat = took(formations.sort(state, order), f"sort by {order}", ARMY)
    assert names(orbat, ("units",)) == ["a", "b"]


# --- deleting, cutting and pasting


def test_formation_is_deleted_with_its_units(on: Callable[..., State]) -> None:
    orbat = took(formations.delete(on(FIRST)), "delete 1st Brigade", FIRST)
    assert [one.units for one in at(orbat, (*DIVISION, "formations"))] == [at(_army(), SECOND).units]
    assert names(orbat, (*DIVISION, "formations")) == ["1st Brigade"]


def test_dissolved_formation_leaves_its_units_to_its_parent(on: Callable[..., State]) -> None:
    orbat = took(formations.delete(on(DIVISION), keep_units=True), "delete Light Division", DIVISION)
    assert names(orbat, ("formations",)) == ["Light Brigade", "1st Brigade", "2nd Brigade"]
    orbat = took(formations.delete(on(SECOND), keep_units=True), "delete 2nd Brigade", SECOND)
    assert names(orbat, (*DIVISION, "units")) == ["3rd Bn Grenadier Guards", "I Troop RHA"]


def test_dissolving_ignores_marks(on: Callable[..., State]) -> None:
    done = formations.delete(on(SECOND, FUSILIERS), keep_units=True)
    assert done is None or "7th Royal Fusiliers" in names(done.orbat, (*FIRST, "units"))


def test_marked_items_are_deleted_at_once(on: Callable[..., State]) -> None:
    done = formations.delete(on(GREENS, FUSILIERS, SECOND, GUNS, SAPPERS))
    assert done
    assert done.name == "delete 4 items"
    assert names(done.orbat, (*FIRST, "units")) == ["19th Foot"]
    assert names(done.orbat, (*DIVISION, "formations")) == ["1st Brigade"]
    assert done.orbat.units == ()


def test_selection_survives_the_deletion_of_others(on: Callable[..., State]) -> None:
    took(formations.delete(on(GREENS, FUSILIERS)), "delete 7th Royal Fusiliers", FUSILIERS)


def test_army_is_not_deleted(on: Callable[..., State]) -> None:
    assert formations.delete(on(ARMY)) is None
    assert formations.delete(on(ARMY), keep_units=True) is None


def test_cut_items_are_pasted_unchanged(on: Callable[..., State]) -> None:
    guards = replace(at(_army(), SECOND), name="Guards Brigade", numbered=False)
    orbat = took(formations.paste(on(ARMY), (guards,), copies=False), "paste 1 item", ("formations", 2))
    assert at(orbat, ("formations", 2)) == guards


def test_copied_items_are_pasted_with_new_names(on: Callable[..., State]) -> None:
    guards, hussars = replace(at(_army(), SECOND), numbered=False), at(_army(), HUSSARS)
    things = (guards, hussars, hussars)
    orbat = took(formations.paste(on(DIVISION), things, copies=True), "paste 3 items", (*DIVISION, "units", 1))
    pasted = at(orbat, (*DIVISION, "formations", 2))
    called = ("1st Bn Coldstream Guards", "C Troop RHA")
    others = tuple(replace(unit, name=name) for unit, name in zip(guards.units, called, strict=True))
    assert (pasted.name, pasted.commander, pasted.units) == ("3rd Brigade", Commander(), others)
    assert names(orbat, (*DIVISION, "units")) == ["17th Lancers", "13th Light Dragoons"]


def test_pasted_brigade_is_renumbered(on: Callable[..., State]) -> None:
    second = at(_army(), SECOND)
    for copies in (False, True):
        orbat = took(
            formations.paste(on(CAVALRY), (second,), copies=copies), "paste 1 item", (*CAVALRY, "formations", 0)
        )
        assert names(orbat, (*CAVALRY, "formations")) == ["1st Brigade"]


@pytest.mark.parametrize(("where", "place"), [(GREENS, (*FIRST, "units", 2)), (SAPPERS, ("units", 1))])
def test_paste_on_a_unit_goes_into_its_formation(on: Callable[..., State], where: OrbatPath, place: OrbatPath) -> None:
    took(formations.paste(on(where), (at(_army(), HUSSARS),), copies=True), "paste 1 item", place)


def test_empty_clipboard_is_not_a_step(on: Callable[..., State]) -> None:
    assert formations.paste(on(ARMY), (), copies=True) is None


# --- the army


@pytest.mark.parametrize(("size", "step"), [(1200, "game size 1200"), (None, "remove game size")])
def test_game_size_is_set_or_removed(on: Callable[..., State], size: int | None, step: str) -> None:
    assert took(army.set_game_size(on(GUNS), size), step, GUNS).game_size == size


def test_game_size_zero_is_a_size(on: Callable[..., State]) -> None:
    assert took(army.set_game_size(on(ARMY), 0), "game size 0", ARMY).game_size == 0


@pytest.mark.parametrize(
    ("date", "step"), [(Date(1855), "date 1855"), (Date(1855, 6), "date 1855-06"), (None, "remove date")]
)
def test_date_is_set_or_removed(on: Callable[..., State], date: Date | None, step: str) -> None:
    assert took(army.set_date(on(GUNS), date), step, GUNS).date == date


@pytest.mark.parametrize(("where", "home"), [(ARMY, ARMY), (SAPPERS, ARMY), (CAVALRY, CAVALRY), (HUSSARS, CAVALRY)])
def test_army_list_is_changed_for_the_army_or_an_allied_formation(
    on: Callable[..., State], where: OrbatPath, home: OrbatPath
) -> None:
    orbat = took(army.change_list(on(where), "sardinian", "Sardinia"), "army list Sardinia", where)
    assert at(orbat, home).army_list == Pin("sardinian")
    assert (orbat.army_list == Pin("british")) == (home != ARMY)
    assert at(orbat, DIVISION).army_list is None


def test_allied_formation_buys_from_its_own_list(workspace: Workspace, on: Callable[..., State]) -> None:
    state = on(DIVISION)
    done = army.change_list(state, "sardinian", "Sardinia")
    state = workspace.at(state, state.history.do(done.name, done.orbat), FIRST)
    assert list_of(state) == "sardinian"
    assert units.buy(state, "brit_line") is None
    bought = units.buy(state, "sa_bersaglieri")
    assert bought
    state = workspace.at(state, state.history.do(bought.name, bought.orbat), bought.selected)
    entry = entry_of(state)
    assert entry
    assert entry.id == "sa_bersaglieri"
    assert list_of(replace(state, selected=CAVALRY)) == "british"


def test_undone_change_of_list_restores_the_old_list(workspace: Workspace, on: Callable[..., State]) -> None:
    state = on(ARMY)
    assert "UNT001" not in codes(state)
    done = army.change_list(state, "french", "France")
    changed = workspace.at(state, state.history.do(done.name, done.orbat), done.selected)
    assert "UNT001" in codes(changed)
    assert list(changed.book.lists) == ["french"]
    assert entry_of(replace(changed, selected=FUSILIERS)) is None
    undone = workspace.at(changed, changed.history.undo())
    assert list(undone.book.lists) == ["british"]
    assert undone.quote == state.quote
    assert codes(undone) == codes(state)
    assert entry_of(replace(undone, selected=FUSILIERS)) is not None
    redone = workspace.at(undone, undone.history.redo())
    assert redone.quote == changed.quote
    assert codes(redone) == codes(changed)


def test_missing_list_leaves_the_units_unchanged(workspace: Workspace, on: Callable[..., State]) -> None:
    state = on(ARMY)
    lost = workspace.at(state, state.history.do("lose", replace(state.orbat, ruleset=Pin("no_such"))))
    assert lost.book == state.book
    assert lost.quote.total == state.quote.total


# --- staff


def threes(number: int, dice: int, sides: int) -> tuple[int, ...]:
    """Dice that all show three."""
    return (3,) * dice


def test_staff_is_rolled_once(workspace: Workspace, on: Callable[..., State]) -> None:
    state = on(GUNS)
    done = army.roll_quality(state, commanders_to_roll(state.orbat, state.book), threes, "entered", "2026-01-01")
    orbat = took(done, "roll Codrington 3: capable", GUNS)
    assert at(orbat, (*FIRST, "commander", "roll")).dice == (3,)
    assert at(orbat, (*SECOND, "commander")) == ROLLED
    assert orbat.commander == Commander(name="Lord Raglan")
    again = workspace.at(state, state.history.do("roll", orbat))
    assert (
        army.roll_quality(again, commanders_to_roll(again.orbat, again.book), threes, "entered", "2026-01-01") is None
    )


def test_reroll_keeps_the_earlier_roll(on: Callable[..., State]) -> None:
    whom = commanders_to_roll(on(ARMY).orbat, on(ARMY).book, ("Bentinck",))
    orbat = took(army.roll_quality(on(ARMY), whom, threes, "random", "2026-01-01"), "roll Bentinck 3: capable", ARMY)
    roll = at(orbat, (*SECOND, "commander", "roll"))
    assert (roll.on, roll.method, roll.earlier) == ("2026-01-01", "random", (ROLLED.roll,))


def test_entered_dice_are_for_marked_selected_unrolled_or_all_commanders(
    workspace: Workspace, on: Callable[..., State]
) -> None:
    state = on(GUNS)
    assert [one.name for one in army.commanders_for_dice(state)] == ["Codrington"]
    assert [one.name for one in army.commanders_for_dice(on(FIRST))] == ["Codrington"]
    assert [one.name for one in army.commanders_for_dice(on(SECOND))] == ["Bentinck"]
    diced = army.roll_quality(state, commanders_to_roll(state.orbat, state.book), threes, "entered", "2026-01-01")
    assert diced
    after = workspace.at(state, state.history.do("roll", diced.orbat))
    assert [one.name for one in army.commanders_for_dice(after)] == ["Codrington", "Bentinck"]
    for marked, names in (({SECOND}, ["Bentinck"]), ({FIRST, SECOND, GUNS}, ["Codrington", "Bentinck"])):
        assert [one.name for one in army.commanders_for_dice(replace(on(FIRST), marked=frozenset(marked)))] == names
    assert [one.name for one in army.commanders_for_dice(replace(state, marked=frozenset({GUNS})))] == ["Codrington"]


# --- findings


def test_fix_clears_its_finding(workspace: Workspace, opened: State) -> None:
    orbat = replace(_army(), units=(Unit(entry="brit_line", size=40, rating="3"),))
    state = replace(workspace.open(orbat, opened.book), selected=SAPPERS)
    finding = next(one for one in state.findings if one.code == "UNT003")
    mended = took(fix_group(state, FindingGroup((finding,))).step, "fix UNT003", SAPPERS)
    after = workspace.at(state, state.history.do("fix", mended), SAPPERS)
    assert "UNT003" not in codes(after)


def test_finding_without_a_fix_is_not_a_step(on: Callable[..., State]) -> None:
    group = FindingGroup((Finding("PTS001", "error", (), "", "", ()),))
    assert fix_group(on(ARMY), group) == GroupFix(None)


def test_fix_that_removes_the_selection_selects_the_nearest_item(
    workspace: Workspace, on: Callable[..., State]
) -> None:
    state = on(HUSSARS)
    finding = Finding("FRM001", "error", CAVALRY, "", "", (), fix=(Remove(CAVALRY),))
    done = fix_group(state, FindingGroup((finding,))).step
    assert done
    after = workspace.at(state, state.history.do(done.name, done.orbat), done.selected)
    assert after.selected == DIVISION


# --- what is selected


@pytest.mark.parametrize(("path", "kind"), [(ARMY, "army"), (SECOND, "formation"), (GUNS, "unit"), (SAPPERS, "unit")])
def test_kind_and_list_of_the_selection(on: Callable[..., State], path: OrbatPath, kind: str) -> None:
    assert (kind_selected(on(path)), list_of(on(path))) == (kind, "british")


def test_unit_with_its_own_list_has_its_entry_there(workspace: Workspace, opened: State) -> None:
    lent = Unit(name="Lent", army_list=Pin("french"), entry="fr_line", size=10, rating="2")
    orbat = replace(_army(), units=(lent,))
    book = workspace.book(orbat)
    assert book
    state = replace(workspace.open(orbat, book), selected=SAPPERS)
    entry = entry_of(state)
    assert entry
    assert entry.id == "fr_line"
    assert list_of(state) == "british"


def test_marks_come_before_the_selection(on: Callable[..., State]) -> None:
    assert marked_or_selected(on(GUNS, HUSSARS, FUSILIERS, DIVISION)) == (DIVISION, FUSILIERS, HUSSARS)
    assert marked_or_selected(on(GUNS)) == (GUNS,)
    assert marked_or_selected(on(ARMY)) == ()


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (FUSILIERS, FUSILIERS),
        ((*FIRST, "units", 9), GREENS),
        ((*DIVISION, "formations", 7, "units", 0), (*SECOND, "units", 0)),
        ((*CAVALRY, "formations", 0), CAVALRY),
        (("units", 4), SAPPERS),
        ((*DIVISION, "units", 0), DIVISION),
        (ARMY, ARMY),
    ],
)
def test_missing_path_gives_the_nearest(path: OrbatPath, found: OrbatPath) -> None:
    assert nearest(_army(), path) == found


def test_a_step_takes_the_marks_away_and_keeps_the_file(workspace: Workspace, on: Callable[..., State]) -> None:
    """The state after a step is of the same file, and has edits that are not saved until it is undone."""
    state = on(GREENS, FUSILIERS)
    done = units.resize(state, 1)
    assert done
    after = workspace.at(state, state.history.do(done.name, done.orbat), done.selected)
    assert after.marked == frozenset()
    assert after.selected == GREENS
    assert (after.file, after.original, after.saved) == (state.file, state.original, state.saved)
    assert after.unsaved
    undone = workspace.at(after, after.history.undo())
    assert not undone.unsaved
    assert undone.orbat is state.orbat


def test_theatre_is_set_alone_or_with_the_date(on: Callable[..., State]) -> None:
    """Without a theatre, a date keeps the theatre."""
    state = on(ARMY)
    assert took(army.set_theatre(state, "crimea"), "theatre Crimea", ARMY).theatre == "crimea"
    assert took(army.set_theatre(state, ""), "remove theatre", ARMY).theatre == ""
    date = Date(1854, 10)
    both = took(army.set_date(state, date, "crimea"), "date 1854-10, theatre Crimea", ARMY)
    assert (both.date, both.theatre) == (date, "crimea")
    crimea = replace(state, history=state.history.do("", both))
    assert took(army.set_date(crimea, Date(1855)), "date 1855", ARMY).theatre == "crimea"
    assert took(army.set_date(crimea, date, "crimea"), "date 1854-10", ARMY).theatre == "crimea"


@pytest.mark.parametrize("is_usual", [True, False])
def test_title_of_a_new_army_follows_list_and_size(is_usual: bool, opened: State, workspace: Workspace) -> None:
    """A title that the player typed stays."""
    title = army.usual_title("British", None) if is_usual else "Mine"
    state = workspace.at(opened, opened.history.do("title", replace(opened.orbat, title=title, game_size=None)))
    sized = change_with_effects(workspace, state, army.set_game_size(state, 800)).after
    assert sized.orbat.title == ("British 800 points" if is_usual else "Mine")
    french = change_with_effects(workspace, sized, army.change_list(replace(sized, selected=()), "french", "French"))
    assert french.after.orbat.title == ("French 800 points" if is_usual else "Mine")


# --- units that take the field


def test_units_and_empty_formations_can_be_ticked(opened: State) -> None:
    empty = Formation(level="brigade", name="Empty")
    orbat = replace(opened.orbat, formations=(*opened.orbat.formations, empty))
    units_in = {FUSILIERS, GREENS, GUARDS, GUNS, HUSSARS, SAPPERS}
    assert fielded.tickable(orbat) == fielded.ticked_in(orbat) == {*units_in, ("formations", 2)}
    assert not fielded.tickable(replace(orbat, formations=(), units=()))


def test_unticked_units_stay_at_home(opened: State) -> None:
    ticked = fielded.ticked_in(opened.orbat) - {GREENS, SAPPERS}
    orbat = took(fielded.choose(opened, ticked), "choose 4 units for this game", opened.selected)
    at_home = [path for path in (FUSILIERS, GREENS, GUARDS, GUNS, HUSSARS, SAPPERS) if not at(orbat, path).fielded]
    assert at_home == [GREENS, SAPPERS]
    assert all(at(orbat, path).fielded for path in (DIVISION, FIRST, SECOND, CAVALRY))
    assert fielded.ticked_in(orbat) == ticked
    assert at(orbat, SECOND) is at(opened.orbat, SECOND)


def test_formation_with_no_ticked_unit_stays_at_home_with_its_general(opened: State) -> None:
    ticked = fielded.toggled(opened.orbat, fielded.ticked_in(opened.orbat), FIRST)
    assert ticked == {GUARDS, GUNS, HUSSARS, SAPPERS}
    orbat = took(fielded.choose(opened, ticked), "choose 4 units for this game", opened.selected)
    assert not at(orbat, FIRST).fielded
    assert at(orbat, DIVISION).fielded
    assert at(orbat, FUSILIERS).fielded, "the contents are unchanged"
    assert fielded.ticked_in(orbat) == ticked
    home = fielded.with_ticked(orbat, ticked - {GUARDS, GUNS})
    assert (at(home, DIVISION).fielded, at(home, SECOND).fielded) == (False, True)


def test_ticking_a_formation_ticks_everything_in_it(opened: State) -> None:
    none: fielded.Ticked = frozenset()
    assert fielded.toggled(opened.orbat, none, GREENS) == {GREENS}
    assert fielded.toggled(opened.orbat, frozenset({GREENS}), FIRST) == {FUSILIERS, GREENS}
    assert fielded.toggled(opened.orbat, frozenset({FUSILIERS, GREENS}), FIRST) == none
    assert fielded.with_ticked(fielded.with_ticked(opened.orbat, none), fielded.tickable(opened.orbat)) == opened.orbat


def test_choosing_the_same_units_is_no_step(opened: State) -> None:
    assert fielded.choose(opened, fielded.ticked_in(opened.orbat)) is None
    one = fielded.choose(opened, frozenset({SAPPERS}))
    assert one is not None
    assert one.name == "choose 1 unit for this game"
