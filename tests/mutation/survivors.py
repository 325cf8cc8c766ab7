"""Mutants that the battery cannot notice, that set the engines apart, or that never end: each with why."""

SURVIVORS: dict[str, frozenset[str]] = {
    # The slow tests check this reason itself.
    "derives the same facts in every game": frozenset(
        {
            "core/readings.lp: reads/1 #1: drop reading(Question,Name,_)",
            "core/points.lp: wanted/1 #3: delete",
            "core/points.lp: wanted/1 #3: take out A",
            "core/points.lp: wanted/1 #3: take out B",
            "core/points.lp: wanted/1 #4: delete",
            "core/points.lp: wanted/1 #4: take out A",
            "core/points.lp: wanted/1 #4: take out B",
            "core/points.lp: wanted/1 #4: take out C",
            "core/slide.lp: range/2 #3: 2 becomes 3",
            "core/cube.lp: solid_between/4: flip E < F",
            "core/lame.lp: belongs/3: drop way(_,_,lame,Class,_)",
            "boards/fen.lp: fen_letter/3 #1: drop letter(_,Capital,_)",
            "boards/fen.lp: fen_right_alias/2 #1: drop not fen_right(Column,_)",
            "boards/fen.lp: fen_right_alias/2 #2: drop not fen_right(Column,_)",
            "games/prince/ending.lp: move_limit/1 #1: drop reads(hundred_each)",
            "games/prince/appendices.lp: in_range/2 #3: drop parse(triagonal)",
            "games/prince/appendices.lp: pattern/4 #10: 0 becomes 1 (3)",
        }
    ),
    "describes more kinds, but only those that settle are asked about": frozenset(
        {
            "core/whereabouts.lp: strides/3: drop settles(Kind)",
            "core/whereabouts.lp: dwells/3 #1: drop settles(Kind)",
        }
    ),
    "all pieces that can be where they become others came to be there, so none need have moved there": frozenset(
        {
            "core/whereabouts.lp: dwells/3 #4: drop turns(Army,Kind,((X+A),(Y+B),(Z+D)))",
            "core/whereabouts.lp: dwells/3 #4: negate turns(Army,Kind,((X+A),(Y+B),(Z+D)))",
        }
    ),
    "only marks something as not worth a look, and then finds nothing": frozenset(
        {
            "core/points.lp: hurdles/0: drop after(_,(over(_);capturing(_)))",
            "core/points.lp: solids/0: drop after(_,(_,_,_))",
            "core/open.lp: open/4 #2: drop looks(stage,World,From,Point)",
            "core/open.lp: left/5 #1: drop looks(stage,World,From,Point)",
            "core/open.lp: left/5 #2: drop looks(stage,World,From,Point)",
            "core/open.lp: left/5 #2: drop solids",
            "core/open.lp: open/4 #4: drop looks(stage,World,From,Point)",
            "core/open.lp: open/4 #5: drop looks(stage,World,From,Point)",
            "core/open.lp: useless/5 #2: drop asks_occupied(stage,World,_,Cell)",
            "core/open.lp: shadowed/4: drop looks(stage,World,From,Point)",
            "core/open.lp: asks_occupied/4 #1: drop hurdles",
            "core/open.lp: open/4 #4: drop hurdles",
            "core/open.lp: open/4 #5: drop hurdles",
            "core/open.lp: open/4 #6: drop listed",
            # The ends of more moves are derived than are asked about.
            "core/contexts.lp: places_needed/1 #6: drop settled(C)",
            "core/contexts.lp: places_needed/1 #6: drop context(C,Move)",
            "core/afterwards.lp: places_needed/1: drop looked_for(_)",
            "core/unguarded.lp: places_needed/1: drop settled(C)",
            "core/unguarded.lp: places_needed/1: drop unguarded(C,_)",
            "core/contexts.lp: goes_on/3 #2: drop places_needed(C)",
            "core/contexts.lp: goes_on/3 #3: drop places_needed(C)",
            "core/contexts.lp: halts/2: drop places_needed(C)",
            "core/contexts.lp: then_kind/3 #1: drop places_needed(C)",
            "core/legal.lp: outcome/1 #4: drop query(outcome)",
            "core/dead.lp: lifeless/0: drop query(outcome)",
            "core/afterwards.lp: newcomer/2: drop target(given,C,_)",
            "core/attacks_none.lp: must_attack_none/1: drop settled(C)",
            "core/attacks_none.lp: must_attack_none/1: drop attacks_none(C,_)",
            "core/attacks_none.lp: target/3 #2: drop must_attack_none(C)",
            # More attacks on victims of events are tried than there are routes of the player to move to capture them.
            "core/events.lp: event_target/2: drop requires(Event,attacked(victim))",
            "core/events.lp: examined_attack/4: drop event_target(_,Cell)",
            "core/events.lp: examined_attack/4: drop point(By,_,Cell,Use,_)",
            "core/events.lp: examined_attack/4: drop captures(Use)",
            "core/events.lp: examined_attack/4: drop mine(By)",
            "core/events.lp: at_stake/4: drop event_target(_,Cell)",
            # No rule bars one of them.
            "core/events.lp: examined_attack/4: drop bans",
            "core/events.lp: at_stake/4: drop bans",
            "core/contexts.lp: at_stake/4 #1: drop bans",
            "core/contexts.lp: at_stake/4 #2: drop bans",
            "core/contexts.lp: at_stake/4 #3: drop bans",
            "core/contexts.lp: at_stake/4 #4: drop bans",
            "core/contexts.lp: at_stake/4 #5: drop bans",
            "core/contexts.lp: examined_attack/4 #1: drop bans",
            "core/contexts.lp: examined_attack/4 #2: drop bans",
            "core/contexts.lp: examined_attack/4 #3: drop bans",
            "core/contexts.lp: examined_attack/4 #1: drop point(By,_,Cell,Use,_)",
            "core/contexts.lp: examined_attack/4 #2: drop target(_,C,Cell)",
        }
    ),
    "numbers ranks or fields otherwise, in the same order": frozenset(
        {
            "boards/fen.lp: fen_place/3: 1 becomes 2",
            "boards/fen.lp: fen_field/2 #1: 3 becomes 4",
            "boards/fen.lp: fen_field/2 #2: 4 becomes 5",
        }
    ),
    "gives a kind points of its own that do as the others do": frozenset(
        {
            "core/hurdles.lp: behind/1 #2: drop behind(A)",
            "core/hurdles.lp: needs_own/3 #1: drop belongs(How,Class,Point)",
            "core/hurdles.lp: needs_own/3 #1: drop unhoppable_in(Kind,_,_)",
        }
    ),
    # Of the moves with such a guard, those that do not await are unsettled, or fail another guard.
    "finds a guard unmet, or a cell not empty, after a move that is not legal anyway": frozenset(
        {
            "core/after_guards.lp: unmet/2 #1: drop awaits(C)",
            "core/answers.lp: unmet/2 #1: drop asks_answer(C)",
            "core/entering.lp: remakes/4: drop not entrance_full(C,Cell)",
        }
    ),
    "asks about answers to more moves, which are not legal, or ask for none": frozenset(
        {
            "core/answers.lp: asks_answer/1: drop ensures(C,answer(_))",
            "core/answers.lp: asks_answer/1: drop settled(C)",
            "core/answers.lp: asks_answer/1: drop context(C,_)",
            "core/answers.lp: asks_answer/1: drop not fails(C,_)",
        }
    ),
    "derives an answer, a winner, moves, a drop, or a piece that enters, where nothing asks for it": frozenset(
        {
            "core/moves.lp: asked/1 #1: drop query(moves)",
            "core/moves.lp: asked/1 #1: drop not wanted_from(_)",
            "core/moves.lp: asked/1 #1: drop not game_over",
            "core/answers.lp: answers_now/0: drop query(reply)",
            "core/entering.lp: entrant/4: drop settled(C)",
            "core/legal.lp: outcome/1 #3: drop query(outcome)",
            "core/owners.lp: winner/1: drop query(outcome)",
            "core/won.lp: won_by/1: drop query(outcome)",
            "core/owners.lp: won_by/1: drop query(outcome)",
            "core/stores.lp: pseudo_legal/4: drop not wanted_from(_)",
        }
    ),
    "leaves out one guard of two with the same name, by which the engine asks about answers": frozenset(
        {
            "core/answers.lp: reply_guard/1: take out answer(none)",
            "core/answers.lp: reply_guard/1: take out answer(some)",
        }
    ),
    # Of reasons of one rank, "a move to ..." and "a rule ..." come first.
    "gives a reason the rank after those beside which it comes last already": frozenset(
        {
            "core/answers.lp: because/3 #1: 8 becomes 9",
            "core/answers.lp: because/3 #2: 8 becomes 9",
            "core/attacks_none.lp: because/3: 8 becomes 9",
            "core/entering.lp: because/3: 8 becomes 9",
            "core/unguarded.lp: because/3 #1: 8 becomes 9",
        }
    ),
    "gives a reason another rank, which leaves it before or after the same reasons": frozenset(
        {"core/stores.lp: because/3 #1: 3 becomes 4", "core/stores.lp: because/3 #2: 4 becomes 5"}
    ),
    "asks of more points to be on the board, off which no way comes back": frozenset(
        {"core/hurdles.lp: needs_board/1: drop needs_board(Point)"}
    ),
    "adds routes that no kind has, or points that are never open": frozenset(
        {
            "core/armies.lp: way/5 #2: drop direction(Class,_)",
            "core/slide.lp: belongs/3: drop way(_,_,How,Class,_)",
            "core/slide.lp: range/2 #3: drop motion(_,slide(Limit),_,_)",
            "core/cube.lp: solid_before/3 #1: flip I > 1",
            "core/hop.lp: belongs/3: drop way(_,_,hop,Class,_)",
            "core/hop.lp: after/2 #2: flip N > 2",
            "games/diagonals/field.lp: ahead/2 #2: drop (A,B) < (C,D)",
        }
    ),
    # In all games these are points that are made without being wanted, such as those of Betza's notation.
    "has no points wanted that are made anyway": frozenset({"core/points.lp: wanted/1 #2: delete"}),
    "what it adds is asked again where it is used": frozenset(
        {
            # Of three directions in one plane nothing is made a solid.
            "core/cube.lp: solid_between/4: drop Size != 0",
            # Only of kinds that are counted, or make a union, is it asked where they stand then.
            "core/afterwards.lp: stands_then/4 #1: drop looked_for(Kind)",
            "core/afterwards.lp: stands_then/4 #2: drop looked_for(Kind)",
            "core/entering.lp: stands_then/4: drop looked_for(Kind)",
            # Only rights that are stated are looked up.
            "core/validity.lp: castling_right/1: drop state(castle,Partner)",
            # Only of points with captures on the way are the sides, and what is captured there, looked up.
            "core/locust.lp: side/2 #1: drop locusts",
            "core/locust.lp: side/2 #2: drop locusts",
            "core/locust.lp: captured_as/2 #1: drop locusts",
            "core/locust.lp: captured_as/2 #2: drop locusts",
            "core/locust.lp: fits_end/4 #5: drop locust_line(stage,World,From,Point,_)",
            # Only the cells of hurdles and of listed routes are asked to be full.
            "core/open.lp: full/3 #2: drop asks_occupied(stage,World,_,Cell)",
            "core/around.lp: royal_then/4 #2: drop attack_sweeps(C,_,_,_,_,Kind,_)",
            # Where paths may leave the field no point is stray.
            "core/edges.lp: one_board_path/0: drop on_board_only",
        }
    ),
    "makes of two places one, and a capital sorts before a small letter": frozenset(
        {"boards/cubic.lp: name_part/3 #1: 1 becomes 2"}
    ),
    "keeps apart what no game of the battery has both of": frozenset(
        {
            "core/unguarded.lp: must_be_safe/2: drop not hostile(C,Role)",
            "core/unguarded.lp: guarded/3: drop must_be_safe(C,Cell)",
        }
    ),
    "speaks of a field that positions have only by another reading": frozenset(
        {
            "core/double_step.lp: lapses/1 #3: drop passing_lasts",
            "core/double_step.lp: lapses/1 #4: drop passing_lasts",
            "core/double_step.lp: passing_state/2 #2: drop passing_lasts",
            "core/double_step.lp: field/2 #4: drop passing_lasts",
        }
    ),
    "has what lapses with the turn stay until another replaces it, which it never sees": frozenset(
        {"core/double_step.lp: field/2 #2: cell becomes ep_before"}
    ),
    "asks about a move whose choices are not all made, which is never made": frozenset(
        {
            "core/guards.lp: fails/2 #4: drop settled(C)",
            "core/guards.lp: fails/2 #5: drop settled(C)",
            "core/guards.lp: fails/2 #7: drop settled(C)",
            "core/guards.lp: fails/2 #8: drop settled(C)",
            "core/guards.lp: fails/2 #9: drop settled(C)",
            "core/guards.lp: fails/2 #10: drop settled(C)",
            "core/guards.lp: fails/2 #12: drop settled(C)",
            "core/guards.lp: fails/2 #13: drop settled(C)",
            "core/guards.lp: target/3 #1: drop settled(C)",
            "core/guards.lp: target/3 #2: drop settled(C)",
            "core/numbers.lp: fails/2 #1: drop settled(C)",
            "core/numbers.lp: fails/2 #2: drop settled(C)",
            "core/guards.lp: marks/3 #1: drop settled(C)",
            "core/guards.lp: marks/3 #2: drop settled(C)",
            "core/after_guards.lp: awaits/1: drop settled(C)",
            "core/contexts.lp: changed/2 #2: drop settled(C)",
            "core/contexts.lp: hostile/2 #1: drop settled(C)",
            "core/unseen.lp: unseen/2 #2: drop settled(C)",
            "core/unseen.lp: unseen/2 #5: drop settled(C)",
            "core/unseen.lp: unseen/2 #6: drop settled(C)",
        }
    ),
    "lacks a condition that a point with captures on the way implies": frozenset(
        {
            "core/locust.lp: captures_on/3 #1: drop locusts",
            "core/locust.lp: captures_on/3 #2: drop locusts",
            "core/locust.lp: captures_on/3 #3: drop locusts",
            "core/locust.lp: captures_on/3 #4: drop locusts",
            "core/locust.lp: examined_attack/4 #1: drop locusts",
            "core/locust.lp: examined_attack/4 #2: drop locusts",
            "core/locust.lp: locust_line/5 #1: drop locusts",
            "core/locust.lp: locust_line/5 #2: drop locusts",
            "core/points.lp: locust_point/1 #1: drop locusts",
        }
    ),
    "has attacks looked at that are never asked about": frozenset(
        {"core/special_moves.lp: watched_kind/2: drop requires(Special,safe(Role))"}
    ),
    "lacks a condition that the others imply": frozenset(
        {
            "core/double_step.lp: then_state/3 #1: drop played(After,_)",
            "core/locust.lp: stands/3 #2: drop pseudo_legal(snap(From,To,Over),From,To,locust)",
            "core/after_guards.lp: awaits/1: drop context(C,_)",
            "core/after_guards.lp: unmet/2 #2: drop awaits(C)",
            "core/replies.lp: asks_for_reply/1: drop context(C,_)",
        }
    ),
    "removes a number that no position has": frozenset({"core/counts.lp: clears/3 #1: drop flag(Name,(Value-1))"}),
    "has a captured piece change sides": frozenset(
        {"convert: joins/3: drop won_over(C)", "wary: joins/3: drop turned(C)"}
    ),
    "bars one of two ways to capture that come to the same": frozenset({"ventures: bars/2: drop part(C,mover,mason)"}),
    # Of pieces that follow one another no two lift the same kind, and none has become one of those sought.
    "gives a role without a piece an effect, as the kinds are": frozenset(
        {
            "core/effects.lp: helps/3: drop follows(_,Role)",
            "core/rebirth.lp: then_kind/3: drop site_of(C,Role,_)",
            "games/latrunculi/promotion.lp: lifted/3: drop follows(Role,Next)",
            "games/latrunculi/promotion.lp: lifted/3: drop helps(C,Next,Other)",
            "games/latrunculi/promotion.lp: recalls/2: drop rises(C,Role,_,_)",
            "games/latrunculi/promotion.lp: recalls/2: drop follows(Role,Next)",
            "games/latrunculi/promotion.lp: recalls/2: negate follows(Role,Next)",
            "games/latrunculi/promotion.lp: recalls/2: drop rises(C,Next,_,_)",
        }
    ),
    "offers a choice of two that come to the same, which is one move": frozenset(
        {"games/extreme/absorption.lp: choice/3: drop part(C,victim,_)"}
    ),
    "has a piece join its own army": frozenset({"parameters/matrix.lp: joins/3: drop reads_sign(C,desert(_))"}),
    "asks for aides before the choices, with the same result for both in the end": frozenset(
        {
            "core/effects.lp: calls/3 #1: drop not open_choice(C,_)",
            "core/effects.lp: calls/3 #2: drop not open_choice(C,_)",
            "core/effects.lp: calls/3 #3: drop not open_choice(C,_)",
        }
    ),
    "repeats what another rule derives": frozenset(
        {
            "games/extreme/absorption.lp: becomes/3 #2: flip Sum > N",
            "wary: unguarded/2 #3: drop part(C,mover,queen)",
        }
    ),
    "gives another name to a choice that is never seen": frozenset(
        {"games/extreme/absorption.lp: choice/3: victim becomes far", "choose: choice/3 #2: own becomes rook"}
    ),
    "is there for effects that the game does not state yet": frozenset(
        {"games/latrunculi/kinds.lp: long_range/1: delete", "games/diagonals/roles.lp: plays/3 #28: delete"}
    ),
    # No question found on the boards there are: where one way into a point of a route leads over the field, so does
    # another, or it is a slide, which never comes back.
    "derives only whether a path off the field could be the only one": frozenset(
        {"core/edges.lp: board_path/2 #2: drop Cell != off"}
    ),
}

ENDLESS = frozenset(
    {
        "core/armies.lp: direction/2: drop motion(_,_,forward(Class),_)",
        "core/cube.lp: solid_before/3 #1: drop I > 1",
        "core/cube.lp: solid_before/3 #3: drop J > 1",
        "core/cube.lp: solid_before/3 #5: drop K > 1",
        "core/hop.lp: after/2 #2: drop N > 2",
        "core/plane.lp: plane_before/3 #1: drop I > 1",
        "core/plane.lp: plane_before/3 #3: drop J > 1",
        "core/slide.lp: after/2 #2: drop N > 1",
    }
)
"""Clingo never comes to an end with these: everyone would notice, and no test can wait."""

APART: dict[str, frozenset[str]] = {
    "leaves two pieces on one cell, which is no position": frozenset(
        {
            "core/effects.lp: dies/2 #1: delete",
            "core/effects.lp: dies/2 #1: drop not spares(C,victim)",
            "core/effects.lp: dies/2 #1: negate not spares(C,victim)",
            "core/effects.lp: dies/2 #1: victim becomes locust",
        }
    ),
    # check-rules refuses such rules of a game's own, with their line.
    "derives in core what a game may not: captures on the way, and the use of a route": (
        frozenset(
            {
                "core/effects.lp: dies/2 #2: negate not spares(C,locust)",
                "core/effects.lp: dies/2 #2: delete",
                "core/effects.lp: dies/2 #2: locust becomes victim",
                "core/special_moves.lp: lands/3: drop in_place(Special)",
                "core/special_moves.lp: lands/3: delete",
                "core/special_moves.lp: lands/3: negate in_place(Special)",
                "core/special_moves.lp: lands/3: mover becomes start",
            }
        )
    ),
    "reaches a point of a route in two ways at once, as no motion does": frozenset(
        {"core/hurdles.lp: after/2 #2: drop after(Point,through)"}
    ),
    "alters a word of core about the moves of its own parts, which the compiler reads otherwise": frozenset(
        {
            "core/moves.lp: own_use/1 #1: delete",
            "core/moves.lp: own_use/1 #1: flip Use != any",
            "core/moves.lp: own_use/1 #1: flip Use != capture",
            "core/moves.lp: own_use/1 #2: delete",
            "core/moves.lp: own_use/1 #2: flip Use != any",
            "core/moves.lp: own_use/1 #2: flip Use != quiet",
            "core/answers.lp: reply_guard/1: delete",
            "core/double_step.lp: passing_state/2 #1: delete",
            "core/special_moves.lp: in_place/1: drop not goes_to(Special,_,_,_)",
            "core/special_moves.lp: in_place/1: negate not goes_to(Special,_,_,_)",
            "core/special_moves.lp: needs/2: delete",
        }
    ),
}
"""The mutants of what both engines read by which they differ, by the reason why they may."""

EXPECTED = {name: reason for reason, names in SURVIVORS.items() for name in names}
ALLOWED = {name: reason for reason, names in APART.items() for name in names}
"""The reasons by mutant."""
