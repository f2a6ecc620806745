"""The turn machine and the search for plays, in the part of Python that numba compiles.

This text follows a ruleset's own functions in a generated module (`fast/load.py`); the names above
the line are then that module's. It says the same as `play/machine.py` and `play/search.py`: a
property test plays both. Nothing is allocated while a game is played.
"""

# mypy: ignore-errors
# ruff: noqa: D103, N803, N806, E741, C901, PLR, F821
import numpy as np
from numba import njit

# --- what the ruleset's own part gives; stands here so that the text can be read by itself ---------
# SIZE, LAST, THROWS, TIERS, DICE, LOTS, LOT_VALUES, LEAD_*, OPENS_WITH, START_W, START_B, TOTAL_*, ENDS,
# KINDS, TURN_MEMORY, THROW_MEMORY, MAY_STOP, IS_MONOTONE, IS_PLAIN, PATH_WORDS, IN_ORDER, HAS_GIVEN, ASKED, ...
# moves, can_move, do, bad_position, bad_result, worth, ended_move, ended_turn, ended_play, points, ...
# --- runtime ---------------------------------------------------------------------------------------

LEAD, ADOPT, THROW, CHOOSE, PLAY, OVER = 0, 1, 2, 3, 4, 5
NO_AFTER, AFTER_WHITE, AFTER_BLACK, AFTER_LEAD, AFTER_TIE = 0, 1, 2, 3, 4

STAGE, PLAYER, THROW_OF_TURN, AFTER, IDLE, MOVED, KEPT, FACES, COUNT, TOP, TARGET, OPTIONS = range(12)
WINNER, POINTS, CLAUSE, MADE, FIRST, UPTO, NODES = range(12, 19)
HITS, PASSED, FORCED, LOST, CHOICES_SEEN, DECISIONS, LEADS = range(19, 26)
X_SIZE = 26

HIGH, LOW, MIDDLE, SUM, DOUBLET, TRIPLET, C_THROW_OF_TURN, PLAYED, LEFT, HIGHEST, PIPS, ALL = range(12)
C_HIT, LANDED, GIVEN = 12, 13, 14
C_SIZE = 17

NONE = -1
MOST_THROWS_OF_TURN = 200
MOST_MOVES = 512
MOST_DEPTH = 62
MOST_LOG = 4096
TABLE = 1 << 13
MOST_RESULTS = 4096

# Where everything lies in the one array S that every function takes.
W, B, W0, B0 = 0, SIZE, 2 * SIZE, 3 * SIZE
XO = CO + C_SIZE
NO = XO + X_SIZE
GO = NO + 64
FO = GO + 64
KO = FO + 64
TMP = KO + 64
SEEN = TMP + 64
CNT = SEEN + 1
PTR = CNT + MOST_DEPTH + 2
MSK = PTR + MOST_DEPTH + 2
SPD = MSK + MOST_DEPTH + 2
VAL = SPD + MOST_DEPTH + 2
KEY = VAL + MOST_DEPTH + 2
VO = KEY + MOST_DEPTH + 2
LEG = VO + MOST_MOVES
LO = LEG + 4 * MOST_MOVES
MK = LO + 3 * MOST_LOG
MV = MK + TABLE
MS = MV + TABLE
RM = MS + TABLE
RE = RM + MOST_RESULTS
RES = RE + MOST_RESULTS
OO = RES + 2 * SIZE * MOST_RESULTS
S_SIZE = OO + 4 * MOST_MOVES * (MOST_DEPTH + 2)

Z = np.random.RandomState(20_240_229).randint(1, 2**62, size=(2, SIZE)).astype(np.uint64)
"""A random number for each place, from which positions get their fingerprints."""


def new_store():
    """The array that playing needs, made once."""
    return np.zeros(S_SIZE, np.int64)


# --- chance -----------------------------------------------------------------------------------------


@inner
def mix(value):
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@inner
def draw(R, n):
    R[0] = R[0] + np.uint64(0x9E3779B97F4A7C15)
    return np.int64(((mix(R[0]) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


# --- rows -------------------------------------------------------------------------------------------


@inner
def undo(S, sp, to):
    while sp > to:
        sp -= 1
        row = S[LO + 3 * sp + 0]
        if row == 0:
            S[S[LO + 3 * sp + 1]] = S[LO + 3 * sp + 2]
        elif row == 1:
            S[SIZE + S[LO + 3 * sp + 1]] = S[LO + 3 * sp + 2]
        else:
            S[CO + S[LO + 3 * sp + 1]] = S[LO + 3 * sp + 2]
    return sp


@inner
def fingerprint(S, mask):
    h = np.uint64(mask) * np.uint64(0xD6E8FEB86659FD93)
    for i in range(SIZE):
        h += np.uint64(S[i]) * Z[0, i] + np.uint64(S[SIZE + i]) * Z[1, i]
    if PATH_WORDS:
        h += np.uint64(S[CO + C_HIT] + 64 * S[CO + LANDED]) * np.uint64(0xC2B2AE3D27D4EB4F)
    key = np.int64(mix(h))
    return key if key != 0 else np.int64(1)


# --- numbers of a throw -----------------------------------------------------------------------------


@inner
def arrange(S, count):
    """Drop zeros, sort each group from the greatest number, number groups 0, 1, 2 ..."""
    kept = 0
    for i in range(count):
        if S[NO + i] != 0:
            S[NO + kept], S[GO + kept] = S[NO + i], S[GO + i]
            kept += 1
    for i in range(1, kept):
        n, g = S[NO + i], S[GO + i]
        j = i - 1
        while j >= 0 and (S[GO + j] > g or (S[GO + j] == g and S[NO + j] < n)):
            S[NO + j + 1], S[GO + j + 1] = S[NO + j], S[GO + j]
            j -= 1
        S[NO + j + 1], S[GO + j + 1] = n, g
    S[XO + COUNT] = kept


@inner
def open_group(S, mask):
    """The first group with a number left, or -1."""
    for i in range(S[XO + COUNT]):
        if not (mask >> i) & 1:
            return S[GO + i]
    return NONE


@inner
def has_choice(S, group):
    for i in range(S[XO + COUNT]):
        if S[GO + i] == group and S[NO + i] == -1:
            return True
    return False


@inner
def limit(S):
    """How many numbers stand before the first group with a number still to be named."""
    for i in range(S[XO + COUNT]):
        if S[NO + i] == -1:
            group = S[GO + i]
            for j in range(S[XO + COUNT]):
                if S[GO + j] == group:
                    return j
    return S[XO + COUNT]


@inner
def use(S, mask, number):
    """The mask with one more number of the open group played."""
    group = open_group(S, mask)
    for i in range(S[XO + COUNT]):
        if not (mask >> i) & 1 and S[GO + i] == group and S[NO + i] == number:
            return mask | (1 << i)
    return mask


@inner
def tell(S, mask, upto):
    """Write into the context what has been played."""
    played, left, highest, pips = 0, 0, 0, 0
    for i in range(upto):
        if (mask >> i) & 1:
            played += 1
            pips += S[NO + i]
            highest = max(highest, S[NO + i])
        else:
            left += 1
    S[CO + PLAYED], S[CO + LEFT], S[CO + HIGHEST], S[CO + PIPS] = played, left, highest, pips
    S[CO + ALL] = 1 if left == 0 else 0


# --- the search -------------------------------------------------------------------------------------


@inner
def candidates(p, S, mask, d, sp):
    """Every move by a number of the open group that no clause forbids; their count."""
    group = open_group(S, mask)
    if group == NONE or open_index(S, mask) >= S[XO + UPTO]:
        return 0
    at = OO + 4 * d * MOST_MOVES
    for tier in range(TIERS):
        k, last = 0, 0
        for i in range(S[XO + UPTO]):
            if S[GO + i] == group and not (mask >> i) & 1 and S[NO + i] != last:
                last = S[NO + i]
                k = moves(p, S, tier, last, at, k)
        if HAS_POSITION:
            kept = 0
            for i in range(k):
                back = sp
                now = do(p, S, S[at + 4 * i + 0], S[at + 4 * i + 1], S[at + 4 * i + 2], S[at + 4 * i + 3], sp)
                bad = bad_position(p, S, S[at + 4 * i + 0], S[at + 4 * i + 1], S[at + 4 * i + 2], S[at + 4 * i + 3])
                undo(S, now, back)
                if not bad:
                    for c in range(4):
                        S[at + 4 * kept + c] = S[at + 4 * i + c]
                    kept += 1
            k = kept
        if k > 0:
            return k
    return 0


@inner
def open_index(S, mask):
    for i in range(S[XO + COUNT]):
        if not (mask >> i) & 1:
            return i
    return S[XO + COUNT]


@inner
def stopping(p, S, mask):
    """What it is worth to stop here; NONE when a `result` clause forbids it."""
    tell(S, mask, S[XO + UPTO])
    if HAS_RESULT and S[CO + PLAYED] > 0 and bad_result(p, S):
        return np.int64(NONE)
    return worth(p, S)


@inner
def worth_of_all(p, S):
    tell(S, (1 << S[XO + UPTO]) - 1, S[XO + UPTO])
    return worth(p, S)


@inner
def one_left(S, mask):
    """Index of the only number left, or -1."""
    found = NONE
    for i in range(S[XO + UPTO]):
        if not (mask >> i) & 1:
            if found != NONE:
                return NONE
            found = i
    return found


@inner
def quick(p, S, mask):
    """One number left and only counting matters: what it is worth at once, else NONE."""
    i = one_left(S, mask)
    if i == NONE:
        return np.int64(NONE)
    for tier in range(TIERS):
        if can_move(p, S, tier, S[NO + i]):
            return S[XO + TOP]
    tell(S, mask, S[XO + UPTO])
    return worth(p, S)


@inner
def look_up(S, key, stamp):
    """The slot of a key in the memo: found (>= 0), or where it may be put (-1 - slot), or full (-TABLE - 1)."""
    slot = key & (TABLE - 1)
    for _ in range(8):
        if S[MS + slot] != stamp:
            return -1 - slot
        if S[MK + slot] == key:
            return slot
        slot = (slot + 1) & (TABLE - 1)
    return np.int64(-TABLE - 1)


@inner
def best(p, S, mask, first, sp, stamp):
    """The greatest worth of a play from here; NONE if there is none."""
    d, entering = first, True
    S[MSK + d] = mask
    while True:
        if entering:
            value = np.int64(NONE)
            if IS_PLAIN:
                value = quick(p, S, S[MSK + d])
            known = value != NONE
            S[KEY + d] = np.int64(0)
            if not known:
                S[KEY + d] = fingerprint(S, S[MSK + d])
                slot = look_up(S, S[KEY + d], stamp)
                if slot >= 0:
                    value, known = S[MV + slot], True
            if known:
                S[VAL + d], S[CNT + d], S[PTR + d], S[KEY + d] = value, 0, 0, np.int64(0)
            else:
                S[VAL + d] = stopping(p, S, S[MSK + d])
                S[PTR + d] = 0
                S[CNT + d] = 0 if (IS_MONOTONE and S[VAL + d] == S[XO + TOP]) else candidates(p, S, S[MSK + d], d, sp)
            entering = False
        if S[PTR + d] < S[CNT + d] and not (IS_MONOTONE and S[VAL + d] == S[XO + TOP]):
            i = S[PTR + d]
            S[PTR + d] += 1
            number = S[OO + 4 * ((d) * MOST_MOVES + i) + 0]
            S[SPD + d] = sp
            sp = do(p, S, number, S[OO + 4 * ((d) * MOST_MOVES + i) + 1], S[OO + 4 * ((d) * MOST_MOVES + i) + 2], S[OO + 4 * ((d) * MOST_MOVES + i) + 3], sp)
            if ended_move(p, S) != 0:
                value = worth_of_all(p, S)
                sp = undo(S, sp, S[SPD + d])
                S[VAL + d] = max(S[VAL + d], value)
            else:
                d += 1
                S[MSK + d] = use(S, S[MSK + d - 1], number)
                entering = True
            continue
        value = S[VAL + d]
        if S[KEY + d] != np.int64(0):
            slot = look_up(S, S[KEY + d], stamp)
            if -TABLE - 1 < slot < 0:
                S[MK + -1 - slot], S[MV + -1 - slot], S[MS + -1 - slot] = S[KEY + d], value, stamp
        if d == first:
            return value
        d -= 1
        sp = undo(S, sp, S[SPD + d])
        S[VAL + d] = max(S[VAL + d], value)


@inner
def can_end(p, S, mask, first, sp):
    """Whether some play from here ends the game."""
    d = first
    S[MSK + d], S[PTR + d] = mask, 0
    S[CNT + d] = candidates(p, S, mask, d, sp)
    while True:
        if S[PTR + d] < S[CNT + d]:
            i = S[PTR + d]
            S[PTR + d] += 1
            S[SPD + d] = sp
            sp = do(p, S, S[OO + 4 * ((d) * MOST_MOVES + i) + 0], S[OO + 4 * ((d) * MOST_MOVES + i) + 1], S[OO + 4 * ((d) * MOST_MOVES + i) + 2], S[OO + 4 * ((d) * MOST_MOVES + i) + 3], sp)
            if ended_move(p, S) != 0:
                while d > first:
                    d -= 1
                undo(S, sp, S[SPD + first])
                return True
            d += 1
            S[MSK + d], S[PTR + d] = use(S, S[MSK + d - 1], S[OO + 4 * ((d - 1) * MOST_MOVES + i) + 0]), 0
            S[CNT + d] = candidates(p, S, S[MSK + d], d, sp)
            continue
        if d == first:
            return False
        d -= 1
        sp = undo(S, sp, S[SPD + d])


@inner
def value_of(p, S, i, mask, sp, stamp):
    """The greatest worth of a play that begins with the i-th move at depth 0."""
    now = do(p, S, S[OO + 4 * i + 0], S[OO + 4 * i + 1], S[OO + 4 * i + 2], S[OO + 4 * i + 3], sp)
    if ended_move(p, S) != 0:
        value = worth_of_all(p, S)
    else:
        value = best(p, S, use(S, mask, S[OO + 4 * i + 0]), 1, now, stamp)
    undo(S, now, sp)
    return value


@inner
def ends_by(p, S, i, mask, sp):
    now = do(p, S, S[OO + 4 * i + 0], S[OO + 4 * i + 1], S[OO + 4 * i + 2], S[OO + 4 * i + 3], sp)
    found = ended_move(p, S) != 0 or can_end(p, S, use(S, mask, S[OO + 4 * i + 0]), 1, now)
    undo(S, now, sp)
    return found


@inner
def offer(p, S, mask, stamp, fresh):
    """The legal moves into LEG; with `fresh` also what a legal play is worth (TARGET)."""
    S[XO + UPTO] = limit(S)
    S[XO + TOP] = worth_of_all(p, S) if IS_MONOTONE else 0
    k = candidates(p, S, mask, 0, 0)
    if fresh:
        S[XO + TARGET] = stopping(p, S, mask)
    S[XO + OPTIONS] = 0
    if k == 0:
        return
    if not fresh and IS_PLAIN and S[XO + TARGET] == S[XO + TOP] and one_left(S, mask) != NONE:
        for i in range(k):
            for c in range(4):
                S[LEG + 4 * i + c] = S[OO + 4 * i + c]
        S[XO + OPTIONS] = k
        return
    for i in range(k):
        S[VO + i] = value_of(p, S, i, mask, 0, stamp)
        if fresh and S[VO + i] > S[XO + TARGET]:
            S[XO + TARGET] = S[VO + i]
    legal = 0
    for i in range(k):
        good = S[VO + i] == S[XO + TARGET] and S[VO + i] != NONE
        if not good and not IS_MONOTONE:
            good = ends_by(p, S, i, mask, 0)
        if good:
            for c in range(4):
                S[LEG + 4 * legal + c] = S[OO + 4 * i + c]
            legal += 1
    S[XO + OPTIONS] = legal


@inner
def may_stop(p, S, mask):
    return MAY_STOP and (S[XO + TARGET] == NONE or stopping(p, S, mask) == S[XO + TARGET])


@outer
def collect(p, S, mask, stamp):
    """Every distinct position that a legal play leaves, into RES; how many (-1: too many)."""
    S[XO + UPTO] = limit(S)
    S[XO + TOP] = worth_of_all(p, S) if IS_MONOTONE else 0
    target = best(p, S, mask, 0, 0, stamp)
    stamp += 1
    found, nodes, d, sp, entering = 0, 0, 0, 0, True
    S[MSK + 0] = mask
    while True:
        if entering:
            entering = False
            S[PTR + d], S[CNT + d] = 0, 0
            slot = look_up(S, fingerprint(S, S[MSK + d]), stamp)
            if slot < -TABLE:
                return -1
            if slot < 0:
                S[MK + -1 - slot], S[MS + -1 - slot] = fingerprint(S, S[MSK + d]), stamp
                nodes += 1
                if target != NONE and stopping(p, S, S[MSK + d]) == target:
                    if found >= MOST_RESULTS:
                        return -1
                    keep(S, found, S[MSK + d], 0)
                    found += 1
                S[CNT + d] = candidates(p, S, S[MSK + d], d, sp)
        if S[PTR + d] < S[CNT + d]:
            i = S[PTR + d]
            S[PTR + d] += 1
            S[SPD + d] = sp
            sp = do(p, S, S[OO + 4 * ((d) * MOST_MOVES + i) + 0], S[OO + 4 * ((d) * MOST_MOVES + i) + 1], S[OO + 4 * ((d) * MOST_MOVES + i) + 2], S[OO + 4 * ((d) * MOST_MOVES + i) + 3], sp)
            if ended_move(p, S) != 0:
                if found >= MOST_RESULTS:
                    return -1
                keep(S, found, use(S, S[MSK + d], S[OO + 4 * ((d) * MOST_MOVES + i) + 0]), ended_move(p, S))
                found += 1
                sp = undo(S, sp, S[SPD + d])
            else:
                d += 1
                S[MSK + d] = use(S, S[MSK + d - 1], S[OO + 4 * ((d - 1) * MOST_MOVES + i) + 0])
                entering = True
            continue
        if d == 0:
            break
        d -= 1
        sp = undo(S, sp, S[SPD + d])
    if found == 0:
        keep(S, 0, mask, 0)
        found = 1
    return found


@inner
def keep(S, slot, mask, ended):
    for i in range(SIZE):
        S[RES + 2 * SIZE * slot + i] = S[i]
        S[RES + 2 * SIZE * slot + SIZE + i] = S[SIZE + i]
    S[RM + slot], S[RE + slot] = mask, ended


# --- the turn machine -------------------------------------------------------------------------------


@inner
def remember(S, p):
    """A throw, or what was given, begins to be played."""
    for i in THROW_MEMORY:
        if i > 0:
            S[p * SIZE + i] = START_W[i] if p == 0 else START_B[i]
    for i in range(SIZE):
        S[W0 + i] = S[i]
        S[B0 + i] = S[SIZE + i]
    S[CO + C_HIT] = S[CO + LANDED] = 0
    S[XO + MOVED] = 0
    S[TMP + 0] = 0


@inner
def tell_faces(S):
    n = S[XO + FACES]
    for i in range(n):
        S[TMP + 32 + i] = S[FO + i]
    for i in range(1, n):
        v = S[TMP + 32 + i]
        j = i - 1
        while j >= 0 and S[TMP + 32 + j] < v:
            S[TMP + 32 + j + 1] = S[TMP + 32 + j]
            j -= 1
        S[TMP + 32 + j + 1] = v
    total = 0
    for i in range(n):
        total += S[FO + i]
    same = n >= 2 and S[TMP + 32] == S[TMP + 32 + n - 1] and S[XO + AFTER] != AFTER_WHITE and S[XO + AFTER] != AFTER_BLACK
    S[CO + HIGH] = S[TMP + 32] if n > 0 else 0
    S[CO + LOW] = S[TMP + 32 + n - 1] if n > 0 else 0
    S[CO + MIDDLE] = S[TMP + 32 + n // 2] if n > 0 else 0
    S[CO + SUM] = total
    S[CO + DOUBLET] = 1 if same else 0
    S[CO + TRIPLET] = 1 if same and n >= 3 else 0
    S[CO + C_THROW_OF_TURN] = S[XO + THROW_OF_TURN]


@inner
def end_turn(S, p):
    turn_end(p, S)
    for i in TURN_MEMORY:
        if i > 0:
            S[p * SIZE + i] = START_W[i] if p == 0 else START_B[i]


@inner
def over(S, clause, wins):
    """wins: 0 mine, 1 theirs, 2 nobody; clause -1 is the stalemate."""
    p = S[XO + PLAYER]
    S[XO + STAGE], S[XO + CLAUSE], S[XO + POINTS], S[XO + WINNER] = OVER, clause, 0, 2
    if wins != 2:
        winner = p if wins == 0 else 1 - p
        S[XO + WINNER] = winner
        S[XO + POINTS] = STALEMATE_POINTS if clause < 0 else points(winner, S, clause)


@inner
def end_if(S, number):
    if number > 0:
        over(S, number - 1, ENDS[number - 1])
        return True
    return False


@inner
def look_for_stalemate(S, stamp):
    if S[XO + IDLE] >= 2 and S[XO + IDLE] % 8 == 2 and not can_ever_move(S, 0) and not can_ever_move(S, 1):
        over(S, -1, STALEMATE_WINS)


@inner
def can_ever_move(S, p):
    """Whether some throw gives this side a move; everything is put back as it was."""
    if no_throw(p, S):
        return False
    S[TMP + 1], S[TMP + 2], S[TMP + 3], S[TMP + 4] = S[XO + FACES], S[XO + COUNT], S[XO + THROW_OF_TURN], S[XO + AFTER]
    S[p * SIZE + THROWS] += 1
    S[XO + THROW_OF_TURN], S[XO + AFTER] = 1, NO_AFTER
    found = False
    total = LOTS + 1 if LOTS > 0 else 6**DICE
    for cast in range(total):
        if LOTS > 0:
            S[FO + 0] = LOT_VALUES[cast]
            S[XO + FACES] = 1
        else:
            rest = cast
            for i in range(DICE):
                S[FO + i] = rest % 6 + 1
                rest //= 6
            S[XO + FACES] = DICE
        tell_faces(S)
        arrange(S, numbers(p, S))
        S[XO + UPTO] = S[XO + COUNT]
        if S[XO + COUNT] > 0 and S[GO + 0] == S[GO + S[XO + COUNT] - 1] and has_choice(S, S[GO + 0]):
            for i in range(6):
                S[NO + i], S[GO + i] = 6 - i, 0
            S[XO + COUNT] = S[XO + UPTO] = 6
        if S[XO + COUNT] > 0 and candidates(p, S, 0, 0, 0) > 0:
            found = True
            break
    S[p * SIZE + THROWS] -= 1
    S[XO + FACES], S[XO + COUNT], S[XO + THROW_OF_TURN], S[XO + AFTER] = S[TMP + 1], S[TMP + 2], S[TMP + 3], S[TMP + 4]
    return found


@inner
def begin_turn(S, stamp):
    for _ in range(4):
        S[XO + STAGE], S[XO + THROW_OF_TURN], S[XO + AFTER] = THROW, 0, NO_AFTER
        at_turn(S[XO + PLAYER], S)
        if end_if(S, ended_turn(S[XO + PLAYER], S)):
            return
        if not no_throw(S[XO + PLAYER], S):
            look_for_stalemate(S, stamp)
            return
        end_turn(S, S[XO + PLAYER])
        S[XO + PLAYER] = 1 - S[XO + PLAYER]
        S[XO + IDLE] += 1
    over(S, -1, STALEMATE_WINS)


@inner
def begin_throw(S):
    """The faces are in F: numbers are due."""
    p = S[XO + PLAYER]
    S[XO + KEPT] = 0
    S[XO + THROW_OF_TURN] += 1
    S[XO + MADE] += 1
    if S[XO + FIRST] < 0:
        S[XO + FIRST] = p
    count_throw(S, p)
    tell_faces(S)
    after_throw(p, S)
    arrange(S, numbers(p, S))


@inner
def count_throw(S, p):
    S[p * SIZE + THROWS] += 1
    remember(S, p)


@inner
def rolled(S, R):
    """Draw the dice, or the lots, that are due."""
    if LOTS > 0:
        if S[XO + KEPT] > 0:
            for i in range(S[XO + KEPT]):
                S[FO + i] = S[KO + i]
            S[XO + FACES] = S[XO + KEPT]
            return
        marked = 0
        for _ in range(LOTS):
            marked += draw(R, 2)
        S[FO + 0] = LOT_VALUES[marked]
        S[XO + FACES] = 1
        return
    for i in range(S[XO + KEPT]):
        S[FO + i] = S[KO + i]
    n = S[XO + KEPT]
    while n < DICE:
        S[FO + n] = draw(R, 6) + 1
        n += 1
    S[XO + FACES] = n


@inner
def give(S, mask, after):
    """Numbers not played go to the side on turn."""
    kept = 0
    for i in range(S[XO + COUNT]):
        if not (mask >> i) & 1 and S[NO + i] != -1:
            S[NO + kept] = S[NO + i]
            S[FO + kept] = S[NO + i]
            kept += 1
    S[XO + AFTER], S[XO + FACES], S[XO + COUNT] = after, kept, kept
    remember(S, S[XO + PLAYER])
    tell_faces(S)
    S[CO + GIVEN] = kept
    for i in range(kept):
        S[GO + i] = 0 if not IN_ORDER else (0 if i == 0 else S[GO + i - 1] + (1 if S[NO + i] != S[NO + i - 1] else 0))
    arrange(S, kept)


@inner
def is_released(S, stamp):
    p = S[XO + PLAYER]
    if not HAS_RELEASE or not released(p, S):
        return False
    if ASKED == 0:
        return True
    found = collect(p, S, 0, stamp)
    for i in range(SIZE):
        pass
    verdict = ASKED == 1
    for r in range(found):
        for i in range(SIZE):
            swap = S[i]
            S[i] = S[RES + 2 * SIZE * r + i]
            S[RES + 2 * SIZE * r + i] = swap
            swap = S[SIZE + i]
            S[SIZE + i] = S[RES + 2 * SIZE * r + SIZE + i]
            S[RES + 2 * SIZE * r + SIZE + i] = swap
        tell(S, S[RM + r], S[XO + UPTO])
        holds = S[RM + r] != 0 and play_condition(p, S)
        for i in range(SIZE):
            S[i] = S[RES + 2 * SIZE * r + i]
            S[SIZE + i] = S[RES + 2 * SIZE * r + SIZE + i]
        if ASKED == 1 and not holds:
            verdict = False
        if ASKED == 2 and holds:
            verdict = True
    return verdict


@inner
def play_game(S, R, most, leader):
    """Play one game at random from the start to its end; everything about it is in X. False: given up."""
    for i in range(SIZE):
        S[i] = START_W[i]
        S[SIZE + i] = START_B[i]
    for i in range(X_SIZE):
        S[XO + i] = 0
    for i in range(C_SIZE):
        S[CO + i] = 0
    S[XO + FIRST], S[XO + WINNER], S[XO + STAGE] = NONE, NONE, LEAD
    mask = np.int64(0)
    S[XO + PLAYER] = 0
    if leader >= 0 or LEAD_BY >= 2:
        S[XO + PLAYER] = leader if leader >= 0 else LEAD_BY - 2
        S[XO + KEPT] = len(OPENS_WITH) if OPENS_WITH[0] > 0 else 0
        for i in range(S[XO + KEPT]):
            S[KO + i] = OPENS_WITH[i]
        begin_turn(S, S[SEEN])
    fresh = False
    for _ in range(most):
        stage = S[XO + STAGE]
        if stage == OVER:
            return True
        S[SEEN] += 2
        stamp = S[SEEN]
        if stage == PLAY:
            p = S[XO + PLAYER]
            options = S[XO + OPTIONS]
            stops = 1 if may_stop(p, S, mask) else 0
            drawn = draw(R, options + stops)
            if drawn < options:
                do(p, S, S[LEG + 4 * drawn + 0], S[LEG + 4 * drawn + 1], S[LEG + 4 * drawn + 2], S[LEG + 4 * drawn + 3], 0)
                mask = use(S, mask, S[LEG + 4 * drawn + 0])
                S[XO + MOVED] = 1
                if end_if(S, ended_move(p, S)):
                    continue
                group = open_group(S, mask)
                if group != NONE and has_choice(S, group):
                    S[XO + STAGE] = CHOOSE
                    continue
                if group != NONE:
                    offer(p, S, mask, stamp, False)
                    if S[XO + OPTIONS] > 0:
                        continue
            mask = finish(S, mask, stamp)
        elif stage == THROW:
            rolled(S, R)
            begin_throw(S)
            mask = open_play(S, 0, stamp)
        elif stage == LEAD:
            white, black = draw(R, 6) + 1, draw(R, 6) + 1
            mask = lead(S, white, black, stamp)
        elif stage == ADOPT:
            adopt = draw(R, 2)
            begin_turn(S, stamp)
            if adopt == 1 and S[XO + STAGE] == THROW:
                begin_throw(S)
                mask = open_play(S, 0, stamp)
        else:
            named = draw(R, 6) + 1
            group = open_group(S, mask)
            for i in range(S[XO + COUNT]):
                if S[GO + i] == group and S[NO + i] == -1:
                    S[NO + i] = named
            arrange(S, S[XO + COUNT])
            mask = open_play(S, mask, stamp)
    return False


@inner
def lead(S, white, black, stamp):
    if white == black:
        if not LEAD_TIE_PLAYS:
            return np.int64(0)
        S[XO + PLAYER] = 0
        S[FO + 0] = S[FO + 1] = white
        return play_tie(S, AFTER_TIE, stamp)
    S[XO + PLAYER] = 0 if (white > black) == (LEAD_BY == 0) else 1
    S[FO + 0], S[FO + 1], S[XO + FACES] = max(white, black), min(white, black), 2
    if LEAD_OPENS == 2:
        S[XO + STAGE] = ADOPT
        return np.int64(0)
    begin_turn(S, stamp)
    if LEAD_OPENS == 1 and S[XO + STAGE] == THROW:
        begin_throw(S)
        return open_play(S, 0, stamp)
    return np.int64(0)


@inner
def play_tie(S, after, stamp):
    S[XO + FACES] = 2
    count_throw(S, S[XO + PLAYER])
    S[XO + AFTER] = AFTER_LEAD
    tell_faces(S)
    arrange(S, tie_numbers(S[XO + PLAYER], S))
    S[XO + AFTER] = after
    return open_play(S, 0, stamp)


@inner
def open_play(S, mask, stamp):
    """Numbers are due: name one, play, or finish at once where nothing can be played."""
    group = open_group(S, mask)
    if group != NONE and has_choice(S, group):
        S[XO + STAGE] = CHOOSE
        return mask
    S[XO + STAGE] = PLAY
    offer(S[XO + PLAYER], S, mask, stamp, True)
    if S[XO + OPTIONS] == 0:
        return finish(S, mask, stamp)
    return mask


@inner
def finish(S, mask, stamp):
    """A throw has been played: leftovers, another throw, or the other side."""
    rounds = 0
    while True:
        rounds += 1
        p = S[XO + PLAYER]
        if S[XO + AFTER] != NO_AFTER:
            after = S[XO + AFTER]
            if S[XO + MOVED]:
                S[XO + IDLE] = 0
            if after == AFTER_TIE:
                S[XO + PLAYER] = 1
                face = S[FO + 0]
                S[XO + FACES] = 2
                count_throw(S, 1)
                S[FO + 0] = S[FO + 1] = face
                S[XO + AFTER] = AFTER_LEAD
                tell_faces(S)
                arrange(S, tie_numbers(1, S))
                mask = np.int64(0)
            elif after == AFTER_LEAD:
                S[XO + AFTER], S[XO + STAGE], S[XO + PLAYER] = NO_AFTER, LEAD, 0
                return np.int64(0)
            else:
                S[XO + AFTER] = NO_AFTER
                side = 0 if after == AFTER_WHITE else 1
                if S[XO + THROW_OF_TURN] > 0 and side != S[XO + PLAYER]:
                    S[XO + STAGE], S[XO + PLAYER] = THROW, side
                    look_for_stalemate(S, stamp)
                else:
                    S[XO + PLAYER] = side
                    begin_turn(S, stamp)
                return np.int64(0)
        else:
            S[XO + IDLE] = 0 if S[XO + MOVED] else S[XO + IDLE] + 1
            tell(S, mask, S[XO + COUNT])
            after_play(p, S)
            if end_if(S, ended_play(p, S)):
                return mask
            again_now = S[XO + THROW_OF_TURN] < MOST_THROWS_OF_TURN and again(p, S)
            left = (mask != (np.int64(1) << S[XO + COUNT]) - 1) if S[XO + COUNT] < 63 else False
            passed = left and passes(p, S)
            if not again_now:
                end_turn(S, p)
            if not passed:
                if again_now:
                    S[XO + STAGE] = THROW
                    look_for_stalemate(S, stamp)
                else:
                    S[XO + PLAYER] = 1 - p
                    begin_turn(S, stamp)
                return np.int64(0)
            next_to_throw = p if again_now else 1 - p
            S[XO + PLAYER] = 1 - p
            if not again_now:
                S[XO + THROW_OF_TURN] = 0
            give(S, mask, AFTER_WHITE if next_to_throw == 0 else AFTER_BLACK)
            mask = np.int64(0)
            if is_released(S, stamp):
                count = keeps(S[XO + PLAYER], S)
                for i in range(count):
                    S[KO + i] = S[TMP + 8 + i]
                begin_turn(S, stamp)
                S[XO + KEPT] = count
                return np.int64(0)
        S[XO + STAGE] = PLAY
        offer(S[XO + PLAYER], S, mask, stamp, True)
        if S[XO + OPTIONS] > 0:
            return mask


@outer
def play_many(S, R, run_seed, first, count, most, OUT):
    """Games first .. first + count - 1 of a run: a row of OUT for each."""
    base = mix(np.uint64(run_seed) + np.uint64(0x9E3779B97F4A7C15))
    for g in range(count):
        R[0] = mix(base + np.uint64(first + g + 1) * np.uint64(0x9E3779B97F4A7C15))
        done = play_game(S, R, most, -1)
        OUT[g, 0] = S[XO + WINNER] if done else -1
        OUT[g, 1], OUT[g, 2], OUT[g, 3], OUT[g, 4] = S[XO + POINTS], S[XO + CLAUSE], S[XO + MADE], S[XO + FIRST]
