"""The mutants that the battery of test_mutations.py cannot tell from the rules, by the reason why."""

SURVIVORS: dict[str, frozenset[str]] = {
    # The slow tests check this reason itself.
    "derives the same facts in every game": frozenset(
        {
            "core/readings.lp: reads/1 #1: drop reading(Question,Name,_)",
            "core/points.lp: wanted/1 #2: delete",
            "core/points.lp: wanted/1 #3: delete",
            "core/points.lp: wanted/1 #3: take out A",
            "core/points.lp: wanted/1 #3: take out B",
            "core/points.lp: wanted/1 #4: delete",
            "core/points.lp: wanted/1 #4: take out A",
            "core/points.lp: wanted/1 #4: take out B",
            "core/points.lp: wanted/1 #4: take out C",
            "core/slide.lp: range/2 #3: 2 becomes 3",
            "core/cube.lp: between/4: flip E < F",
            "core/lame.lp: belongs/3: drop way(_,_,lame,Class,_)",
            "games/prince/ending.lp: patience/1 #1: drop reads(hundred_each)",
            "games/prince/appendices.lp: in_range/2 #3: drop parse(triagonal)",
            "games/prince/appendices.lp: pattern/4 #10: 0 becomes 1 (3)",
        }
    ),
    "only says that something need not be looked at, and then finds nothing": frozenset(
        {
            "core/points.lp: hurdles/0: drop after(_,over(_))",
            "core/points.lp: solids/0: drop after(_,(_,_,_))",
            "core/open.lp: open/4 #2: drop looks(stage,World,From,Point)",
            "core/open.lp: open/4 #4: drop hurdles",
            "core/open.lp: open/4 #5: drop listed",
            "core/moves.lp: vacates/2 #2: drop studied(Move)",
            "core/moves.lp: vacates/2 #3: drop studied(Move)",
            "core/after.lp: then_piece/3 #1: drop played(_,_)",
            "core/legal.lp: outcome/1 #4: drop query(outcome)",
        }
    ),
    "adds routes that no kind has, or points that are never open": frozenset(
        {
            "core/armies.lp: way/5 #2: drop direction(Class,_)",
            "core/slide.lp: belongs/3: drop way(_,_,How,Class,_)",
            "core/slide.lp: range/2 #3: drop way(_,_,slide(Limit),_,_)",
            "core/slide.lp: range/2 #3: negate way(_,_,slide(Limit),_,_)",
            "core/cube.lp: less/3 #1: flip I > 1",
            "core/hop.lp: belongs/3: drop way(_,_,hop,Class,_)",
            "core/hop.lp: after/2 #2: flip N > 2",
        }
    ),
    "what it adds is asked again where it is used": frozenset(
        {
            # Of three directions in one plane nothing is made a solid.
            "core/cube.lp: between/4: drop Size != 0",
            # Only rights that are stated are looked up; only of castlings that are asked about, by their armies.
            "core/validity.lp: right/1: drop state(castle,Partner)",
            "core/castling.lp: denied/2 #2: drop castler(Army,Partner)",
            "core/castling.lp: castler/2: drop castling(Army,From,_,Partner,_)",
            # Where paths may leave the field no point is stray.
            "core/edges.lp: one_field_path/0: drop on_field_only",
            # Double steps from a home never leave the board.
            "core/double_step.lp: act/3 #1: drop To != off",
        }
    ),
    "makes a difference only in positions that are refused": frozenset(
        {
            # A right to castle needs royal and partner in their places; ep a Pawn of the other side.
            "core/castling.lp: castler/2: drop piece(Partner,Kind,Army)",
            "core/castling.lp: castler/2: drop piece(From,_,Army)",
            "core/double_step.lp: act/3 #2: drop theirs(Victim)",
        }
    ),
    "no castling of a game is such that it matters": frozenset(
        {
            # Every cell passed over is next to the royal, whose own routes end there.
            "core/castling.lp: watched/2 #1: delete",
            # What attacks a cell through the royal attacks the royal first.
            "core/castling.lp: vacates/2: delete",
            # A castling partner leaves a corner, through which nothing goes; it captures by all its routes.
            "core/mates.lp: left_empty/2 #3: delete",
            "core/mates.lp: hits/4 #3: drop takes(Use)",
        }
    ),
    "widens an early round of the sieve, and a later one finds the same": frozenset(
        {"core/mates.lp: watched/2 #2: negate walked(Move,_,There)"}
    ),
    # Nor in 2000 random positions of the game `meek`; why is not known.
    "no question found": frozenset({"core/mates.lp: enters/4 #2: drop not spared(Royal,Cell)"}),
    "the sieve is not used under readings that bar routes": frozenset(
        {"core/mates.lp: enters/4 #2: drop not barred(Royal,Point)"}
    ),
    # No question found on the boards there are: where one way into a point of a route leads over the field, so does
    # another, or it is a slide, which never comes back.
    "tells only whether a path off the field could be the only one": frozenset(
        {"core/edges.lp: walks/2 #2: drop Cell != off"}
    ),
}

ENDLESS = frozenset(
    {
        "core/armies.lp: direction/2: drop motion(_,_,forward(Class),_)",
        "core/cube.lp: less/3 #1: drop I > 1",
        "core/cube.lp: less/3 #3: drop J > 1",
        "core/cube.lp: less/3 #5: drop K > 1",
        "core/hop.lp: after/2 #2: drop N > 2",
        "core/plane.lp: before/3 #1: drop I > 1",
        "core/plane.lp: before/3 #3: drop J > 1",
        "core/slide.lp: after/2 #2: drop N > 1",
    }
)
"""Clingo never comes to an end with these: everyone would notice, and no test can wait."""
