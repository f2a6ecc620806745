"""What is thrown: chances add up, and draws follow them."""

from __future__ import annotations

from collections import Counter

import pytest

from tablier.model import survey
from tablier.model.load import load
from tablier.play.chance import Chance
from tablier.play.device import Device

KNUCKLEBONES = Device(2, ((1, 1), (3, 4), (4, 4), (6, 1)))


@pytest.mark.parametrize("name", list(survey.games()))
def test_the_chances_of_every_game_add_up(name: str) -> None:
    odds = Device.of(load(name)).odds()
    assert sum(chance for _, chance in odds) == pytest.approx(1)


def test_weights_count() -> None:
    odds = dict(KNUCKLEBONES.odds())
    assert odds[(4, 4)] == pytest.approx(0.16)
    assert odds[(4, 3)] == pytest.approx(0.32)
    assert odds[(6, 1)] == pytest.approx(0.02)
    assert dict(KNUCKLEBONES.odds((6,)))[(6, 1)] == pytest.approx(0.1)


def test_draws_follow_the_weights() -> None:
    chance = Chance(5)
    seen = Counter(face for _ in range(4000) for face in KNUCKLEBONES.draw(chance))
    assert set(seen) == {1, 3, 4, 6}
    assert seen[4] / 8000 == pytest.approx(0.4, abs=0.03)
    assert seen[6] / 8000 == pytest.approx(0.1, abs=0.02)
    assert KNUCKLEBONES.draw(chance, (6,))[0] == 6


def test_cubic_dice_are_drawn_as_ever() -> None:
    """The sequence belongs to the record format."""
    assert Device.of(load("backgammon")).draw(Chance(1)) == Chance(1).dice(2)
