"""The table of diagnostic codes, which `tablier explain` and the error pages are made from.

T1xx reading a file and YAML, T2xx its shape, T3xx the syntax of an expression, T4xx names and
types, T5xx meaning, T6xx an example fails, T7xx a play, position or request refused.
A code once given is never given to another fault.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """What one code stands for, why it matters, and a wrong and a right way to write it."""

    code: str
    title: str
    explanation: str
    bad: str
    good: str


_ALL = (
    # T1xx: reading a file, and YAML
    Code(
        "T101",
        "the file cannot be read",
        "There is no such file, it is a folder, you may not read it, or it is not UTF-8 text. A"
        " word processor's document is not a text; save it as plain text in UTF-8.",
        "tablier check my-game.docx",
        "tablier check my-game.yaml",
    ),
    Code(
        "T102",
        "the YAML cannot be understood",
        "A ruleset is a YAML file: `key: value`, one below the other, indented with spaces. A text"
        " that holds ': ' or ' #', or that begins with a mark such as [ { * & ! % @, needs quotes.",
        "summary: A race: the first to bear off wins",
        'summary: "A race: the first to bear off wins"',
    ),
    Code(
        "T103",
        "a key stands twice",
        "Each key stands once in its map. Of two with the same name one would be lost without a"
        " word, so neither is preferred: give one of them another name, or delete it.",
        "moves:\n  advance: {from: board, to: from + number}\n  advance: {from: bar, to: number}",
        "moves:\n  advance: {from: board, to: from + number}\n  enter: {from: bar, to: number}",
    ),
    Code(
        "T104",
        "anchors, aliases and tags are not used in rulesets",
        "YAML can copy one part of a file to another (&name, *name) and label values (!name)."
        " Rulesets do without: what is used twice is a phrase under `define`, what is shared"
        " between games is inherited with `extends`.",
        "moves:\n  advance: &step {from: board, to: from + number}\n  enter: *step",
        "define:\n  ahead: from + number",
    ),
    Code(
        "T105",
        "nested too deep",
        "A ruleset needs a handful of levels; more than forty is a slip, or not a ruleset.",
        "men: [[[[[[[[[[ ... (41 brackets deep) ... ]]]]]]]]]]",
        "men: 15",
    ),
    Code(
        "T106",
        "the file is too large",
        "A ruleset is at most 1 MiB and 50,000 values; a typical game has a hundred lines.",
        "(a file of 10 MB)",
        "(one file for each game)",
    ),
    Code(
        "T107",
        "a tab in the indentation",
        "A tab has no fixed width, so YAML cannot tell which key a line belongs to. Indent with"
        " spaces; most editors can convert the whole file at once.",
        "moves:\n\tadvance: {from: board, to: from + number}",
        "moves:\n  advance: {from: board, to: from + number}",
    ),
    Code(
        "T108",
        "a number that other programs read differently",
        "Some YAML readers take 017 for fifteen, 1_000 for a thousand and 6:30 for 390. Where a"
        " count is due, write it in plain decimal figures.",
        "men: 017",
        "men: 17",
    ),
    Code(
        "T109",
        "the file is empty",
        "There is nothing in the file, or only comments. A ruleset begins with three keys.",
        "# my game",
        "format: 1\nruleset: my-game\ntitle: My game",
    ),
    # T2xx: shape
    Code(
        "T201",
        "a key that is not known",
        "Each section and clause has its own keys. A key with a slip in it would do nothing, so it"
        " is refused.",
        "throw: {dise: 2}",
        "throw: {dice: 2}",
    ),
    Code(
        "T202",
        "a key is missing",
        "This section or clause says nothing without the key that is named.",
        "moves:\n  advance: {from: board}",
        "moves:\n  advance: {from: board, to: from + number}",
    ),
    Code(
        "T203",
        "another kind of value is due",
        "A list stands where a map is due, or a text where a number is due. `true` and `false` are"
        " truths: where a word is meant, put it in quotes.",
        "obligations:\n  most_numbers: numbers_played",
        "obligations:\n  most_numbers: {prefer: numbers_played}",
    ),
    Code(
        "T204",
        "the value is not one of those allowed",
        "Some keys take one of a few words, or a word of a certain form.",
        "lead: {by: highest}",
        "lead: {by: higher}",
    ),
    Code(
        "T205",
        "the number is too small or too large",
        "Some numbers have bounds, such as one to three dice.",
        "throw: {dice: 12}",
        "throw: {dice: 2}",
    ),
    Code(
        "T206",
        "the file's format is not known",
        "`format` says in which version of the file format a ruleset is written. Tablier reads every"
        " version that there has been; a file of a newer one needs a newer Tablier.",
        "format: 2",
        "format: 1",
    ),
    # T3xx: the syntax of expressions
    Code(
        "T301",
        "the expression cannot be understood",
        "The words are not in an order that makes an expression.",
        "if: men(mine, bar) at least 1",
        'if: "men(mine, bar) >= 1"',
    ),
    Code(
        "T302",
        "the expression is unfinished",
        "Something is still due at its end: a value after `and`, or a closing bracket.",
        'landing: "men(theirs, to) >="',
        'landing: "men(theirs, to) >= 2"',
    ),
    Code(
        "T303",
        "the expression is too long or too deep",
        "An expression fits on a line. Give parts of it a name under `define`.",
        "if: men(mine, 1) + men(mine, 2) + ... (forty times) ... >= 2",
        "define:\n  home: all_in(last_table)",
    ),
    # T4xx: names and types
    Code(
        "T401",
        "a name that is not known",
        "The name is neither a word of the language nor a region, constant, phrase or memory of"
        " this ruleset.",
        'landing: "men(their, to) >= 2"',
        'landing: "men(theirs, to) >= 2"',
    ),
    Code(
        "T402",
        "another type is due",
        "A truth stands where a number is due, or places where a truth is due, and so on.",
        'if: "men(mine, bar)"',
        'if: "men(mine, bar) >= 1"',
    ),
    Code(
        "T403",
        "the word has no value here",
        "Some words have a value only at certain times: `from` and `to` while a man moves,"
        " `numbers_played` when a throw has been played.",
        'no_throw: {if: "men(theirs, to) >= 2"}',
        'no_throw: {if: "men(mine, bar) >= 1"}',
    ),
    Code(
        "T404",
        "too many or too few values in the brackets",
        "`men` and `was` take a side and places, `min` and `max` two numbers, `abs` one.",
        'if: "men(bar) >= 1"',
        'if: "men(mine, bar) >= 1"',
    ),
    Code(
        "T405",
        "phrases that go in a circle",
        "Phrases under `define` may use each other, but none may come back to itself.",
        "define:\n  home: not away\n  away: not home",
        "define:\n  home: all_in(last_table)\n  away: not home",
    ),
    # T5xx: meaning
    Code(
        "T501",
        "the men do not add up",
        "The set-up, or a position, holds more or fewer men than the side has under `men`.",
        "men: 15\nsetup: {both: {1: 14}}",
        "men: 15\nsetup: {both: {1: 15}}",
    ),
    Code(
        "T502",
        "the place is not on the route",
        "A place is a step of the side's route, counted from 1, or `hand`, `bar` or `off`; a layer"
        " after a colon must stand under `layers`.",
        "setup: {both: {25: 15}}",
        "setup: {both: {24: 15}}",
    ),
    Code(
        "T503",
        "the parent is not known",
        "`extends` names a ruleset of the library, of your own folder, or beside this file.",
        "extends: jaquet",
        "extends: my-game",
    ),
    Code(
        "T504",
        "rulesets extend each other in a circle",
        "A ruleset cannot be its own parent, nor its parent's parent.",
        "ruleset: my-game\nextends: my-game",
        "ruleset: my-game\nextends: parallel-race",
    ),
    Code(
        "T505",
        "what is to be removed is not there",
        "`remove` names a section or `section.clause` of the parent; this one has none such.",
        "remove: [forbidden.bouchons]",
        "remove: [forbidden.bouchon]",
    ),
    Code(
        "T506",
        "the source is not known",
        "A clause names its source by an id under `sources`, which a parent may hold; a page or"
        " passage follows after a comma.",
        'source: "moulidar, p. 185"',
        'source: "moulidars, p. 185"',
    ),
    Code(
        "T507",
        "a clause without a source",
        "A reader must be able to check each rule: name the `source`, or say with `default` why"
        " this was chosen where no source decides.",
        "throw: {dice: 2}",
        "throw: {dice: 2, source: lepeintre}",
    ),
    Code(
        "T508",
        "the reading or its value is not known",
        "A reading is chosen by its name and one of the values that stand under it.",
        "tablier play my-game --reading unplayed=los",
        "tablier play my-game --reading unplayed=lost",
    ),
    Code(
        "T509",
        "the point is not on the board",
        "The points of the board are those drawn in `board.rows`; a route can use no others.",
        "board: {rows: [1 2 3, 6 5 4]}\nroutes: {both: 1..7}",
        "board: {rows: [1 2 3, 6 5 4]}\nroutes: {both: 1..6}",
    ),
    Code(
        "T510",
        "the game cannot end",
        "A game needs at least one clause under `end`; a parent that is not itself a game says"
        " `abstract: true`.",
        "end: {}",
        "end:\n  all_off: {if: all_in(off), wins: mine}",
    ),
    Code(
        "T511",
        "something is defined and never used",
        "A phrase, a constant or a memory stands in this file, but no clause mentions it. Perhaps its"
        " name is misspelt where it should be used; otherwise leave it out.",
        "define: {courier: foremost}\nforbidden:\n  courier_first: {move: from != foremost}",
        "define: {courier: foremost}\nforbidden:\n  courier_first: {move: from != courier}",
    ),
    Code(
        "T512",
        "a clause can never apply",
        "Its condition is false in every position, so the clause says nothing. Often a step lies off"
        " the route, or two conditions exclude each other.",
        "forbidden:\n  corner: {landing: to == 24 and 24 < 12}",
        "forbidden:\n  corner: {landing: to == 24}",
    ),
    Code(
        "T513",
        "no throw gives a number",
        "The rule under `numbers` gives nothing to play whatever is thrown, so that nobody ever moves.",
        "numbers: {rule: nothing}",
        "numbers: {rule: dice}",
    ),
    Code(
        "T514",
        "a source is never cited",
        "The bibliography names a source on which no clause, reading or example rests. Cite it where"
        " it decides something, or leave it out.",
        "sources:\n  cotton: {cite: The Compleat Gamester}",
        "sources:\n  cotton: {cite: The Compleat Gamester}\nnumbers: {rule: dice, source: cotton}",
    ),
    Code(
        "T515",
        "block and contact contradict each other",
        "What is to happen to a man whom a move meets can never happen, because another clause forbids"
        " landing on such a point.",
        'contact:\n  hit: {if: "men(theirs, to) == 1", sends: bar}\n'
        'forbidden:\n  man: {landing: "men(theirs, to) >= 1"}',
        'contact:\n  hit: {if: "men(theirs, to) == 1", sends: bar}\n'
        'forbidden:\n  point: {landing: "men(theirs, to) >= 2"}',
    ),
    Code(
        "T516",
        "no example is there for a clause",
        "Worked cases guard a ruleset against slips: each clause that forbids, ends or scores something"
        " should be named in the `tests:` of an example that would fail without it.",
        "examples:\n  first: {throw: 6-5, count: 1}",
        "examples:\n  first: {throw: 6-5, count: 1, tests: [enemy_man]}",
    ),
    Code(
        "T517",
        "no example tells a reading from the default",
        "A reading is a text that changes what may happen. An example that pins the value shows where"
        " it differs; if none can be found, it is a remark, not a reading.",
        "readings:\n  unplayed: {question: Lost?, default: lost, values: {...}}",
        "examples:\n  passed: {readings: {unplayed: opponent}, throw: 6-5, left: [5]}",
    ),
    Code(
        "T518",
        "an example tests something that is not there",
        "The `tests:` of an example name clauses of this ruleset, by name or as `section.clause`.",
        "tests: [enemy_men]",
        "tests: [enemy_man]",
    ),
    Code(
        "T519",
        "random games do not end",
        "A game played at random went on and on. The position it stood at shows where it turns in a"
        " circle: perhaps men can no longer move or be borne off, or a throw is always thrown again.",
        "again: {if: always}",
        "again: {if: doublet}",
    ),
    Code(
        "T520",
        "a kind of move never happens",
        "In a few random games no man ever could make this move. Its `if:` may be too strict, or"
        " another clause forbids it always.",
        "moves:\n  enter: {from: hand, to: number, if: number == 7}",
        "moves:\n  enter: {from: hand, to: number}",
    ),
    Code(
        "T521",
        "a format cannot hold this board",
        "The formats of other programs (`formats:`) know one line of twenty-four points, which the sides"
        " travel in opposite directions, a bar and no layers. Records and positions of every ruleset can be"
        " kept in Tablier's own form.",
        'routes: {white: 1..24, black: "13..24, 1..12"}\nformats: [mat]',
        "routes: {white: 24..1, black: 1..24}\nformats: [mat]",
    ),
    # T6xx: examples
    Code(
        "T601",
        "the example fails",
        "Played by the rules of this file, the example comes out otherwise than it says. Either the"
        " example or a clause is wrong; the source decides which.",
        "illegal: [{play: 1/7, because: enemy_man}]",
        "legal: [1/7]",
    ),
    Code(
        "T602",
        "the example cannot be read",
        "Its position, throw or play is not written as positions, throws and plays are.",
        "throw: six and five",
        "throw: 6-5",
    ),
    # T7xx: plays, positions, requests
    Code(
        "T701",
        "the play cannot be read",
        "A play is moves with spaces between; a move is where a man goes from and to.",
        "1 to 7",
        "1/7",
    ),
    Code(
        "T702",
        "the play is against the rules",
        "The play can be read, but a clause refuses it, or no man can make it with this throw.",
        "1/8",
        "1/7 1/6",
    ),
    Code(
        "T703",
        "the play could mean several things",
        "Several legal plays are written like this; write each move.",
        "1/12",
        "1/7/12",
    ),
    Code(
        "T704",
        "the position does not account for every man",
        "Each side's men must add up, and each must stand on a place that is his.",
        '{"white": {"1": 14}, "black": {"1": 15}}',
        '{"white": {"1": 14, "7": 1}, "black": {"1": 15}}',
    ),
    Code(
        "T705",
        "the ruleset is not known",
        "A ruleset is named by its id or an alias, from the library or your own folder, or by the"
        " path to its file. `tablier list` shows the names.",
        "tablier play my-gmae",
        "tablier play my-game",
    ),
    Code(
        "T706",
        "the request cannot be answered",
        "A request is one JSON object with the keys that the command's page describes.",
        '{"ruleset": "my-game", "throw": "often"}',
        '{"ruleset": "my-game", "throw": [6, 5]}',
    ),
    Code(
        "T707",
        "the throw has too many plays to list",
        "Some throws, such as a long ladder of numbers, have more plays than anybody could read. The"
        " game can be played all the same, move by move.",
        "tablier plays gul-bara --throw 1-1",
        "tablier play gul-bara",
    ),
    Code(
        "T708",
        "the file of another program is odd here",
        "The games can be read all the same: a score that does not follow from the games before it,"
        " points that the rules count otherwise, a cube turned in the game in which it rests. What the"
        " rules say is kept.",
        "Wins 5 points",
        "Wins 2 points",
    ),
    Code(
        "T709",
        "the position of another program cannot be read",
        "A position in one line is an XGID, a Position ID of gnubg (with or without its Match"
        " ID), or a board string of FIBS. Each has its own length and letters; one missing is enough.",
        "tablier position my-game --gnubg-id 4HPwATDgc",
        "tablier position my-game --gnubg-id 4HPwATDgc/ABMA",
    ),
    Code(
        "T710",
        "the collection of problems cannot be read",
        "A collection names its ruleset; each problem has a position, and may have a caption, the side"
        " on turn, throws, a solution and a result.",
        "problems:\n  1: {caption: White wins}",
        "problems:\n  1: {caption: White wins, position: {white: {24: 15}, black: {24: 15}}}",
    ),
    Code(
        "T711",
        "the solution does not fit its problem",
        "A solution is played with the throws that the problem names, in their order.",
        'throws: [6-5]\nsolution: "white 6-6: 24/18(4)"',
        'throws: [6-6]\nsolution: "white 6-6: 24/18(4)"',
    ),
)

CODES: dict[str, Code] = {entry.code: entry for entry in _ALL}
