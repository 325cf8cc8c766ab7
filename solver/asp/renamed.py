"""Predicates that had other names before the first release, so that rules with an old name are told the new one.

Nothing else reads the old names: they have no effect.
"""

from __future__ import annotations

from collections.abc import Container

from .syntax import Signature

_ROWS = """
    able/0=has_move able/2=find_able about/1=question_kind act/3=chosen_move allowed/3=unforbidden|piece_promotable
    alone/1=plan_alone answered/1=key_answered answers/3=change_answers arrives/1=open_use|reserve_promotion
    aside/4=space_aside asks/2=open_choice asks/4=asks_occupied asks_whose/3=asks_player aslant/1=second_neighbour
    at_least/3=find_at_least at_most/1=compare_at_most at_most/3=find_at_most attacked/4=attacked_from
    awaits/2=next_role|event_candidate barred/2=unreachable before/2=ply_before before/3=plane_before
    begins/3=ply_begins bends/3=path_bends beside/1=neighbour|captures_adjacent between/4=solid_between
    between/5=find_between between/6=lies_between binds/3=finale_binds block/1=key_block blocker/3=compare_blocker
    blocks/3=compare_blocks|finale_blocks bound/2=find_bound budget/2=plan_budget captures/2=plan_captures
    changed/1=change_needed changed/3=change_differs changes/1=ply_changes_kind checked_by/2=find_checker
    checks/3=ply_checks chosen/1=requested_reading closed/4=path_closed closed_off_field/0=blocked_off_board
    comes_by/3=question_comes_by common/3=change_common complete/1=key_complete corner/1=path_corner
    corner/2=army_corner corner/4=solid_corner could/2=plan_could counted/2=find_counted covered/1=plan_covered
    covered/2=find_covered covers/2=plan_covers crown/1=royal_cell crowned/1=royals_examined deed/2=special_move
    deeds/1=special_asked differs/0=compare_difference differs/2=compare_differs echo/2=finale_echo end/4=path_end
    end/6=printed_end ends/3=plan_ends excused/2=finale_excused far/3=key_far fate/2=plan_fate field/2=finale_field
    fires/2=line_fires first/2=first_row first/3=white_start flees/1=find_flees flight/2=plan_flight
    flight/3=ply_flight forced/1=ply_forced fourfold/3=figure_fourfold free/2=find_free from/3=starts_in
    full/1=filled gain/2=key_gain gives/2=key_gives goal/4=path_goal goes/4=ply_goes guards/3=finale_guards
    has_part/2=participant|finale_participant heads/3=find_heads his/1=mover_wins hits/2=piece_mates
    holds_back/4=space_holds_back hunted/1=plan_target ideal/1=finale_ideal impure/1=finale_impure
    inside/1=needs_board inside/4=path_inside is/3=ply_kind joined/2=joins_friend joined/4=union_there
    judged/1=find_judged keeps/4=space_keeps key/2=find_key lacks/2=participant_missing lacks_one/4=figure_lacks_one
    lacks_step/3=figure_lacks_step lacks_way/3=figure_lacks_way last/1=last_player last/3=ply_last_visit
    leads_royal/3=find_royal_leads leads_to/2=piece_leads_to less/3=solid_before lies/3=betza_end lies/5=path_lies
    limit/3=find_limit line/2=rook_line lost/2=piece_lost man/2=plan_piece many/2=figure_many mated/3=finale_mated
    mated_on/1=plan_mated_on mates/3=change_mates mating/1=find_mating matters/1=plan_matters may_end/5=plan_may_end
    may_go/0=open_quiet may_move/1=find_may_move may_roam/2=plan_may_leave may_stand/3=find_may_stand
    may_take/0=open_capture menaces/2=change_threat met/2=change_answered mirrored/3=path_mirrored
    misses/2=path_misses model/1=finale_model mover/2=ply_mover moves/2=ply_moves near/1=near_bank near/4=path_near
    needed/1=plan_needed needs_change/2=own_needs_change of/3=ply_army offered/3=ply_offered
    on_field_only/0=on_board_only one_field_path/0=one_board_path open_sides/2=path_open_sides
    opening/1=find_opening opens/1=find_opens opposes/2=plan_opposes origin/2=plan_origin other/2=opposite_signs
    out/1=eliminated over/0=game_over over/2=passes_over overtold/2=contradictory own/2=own_special
    pair/2=change_pair pair/5=union_pair passed/2=find_passed passed/3=promoted_away patience/1=move_limit
    pawn/1=piece_pawn phase/2=ply_phase phrase/3=class_phrase picked/2=own_picked pinned/3=ply_pinned
    pins_in/2=finale_pins placed/1=find_placed plane/2=figure_plane precedes/2=question_before
    prey/4=locust_prey promotion/3=piece_promotion pure/1=finale_pure quiet/1=halfmove_clock raised/3=piece_promoted
    rank/2=array_row rank/4=tier_row reaches/1=ply_reaches_goal reaches/2=compare_reaches reaches/3=counts_to
    reaches/4=find_reaches ready/2=find_ready|key_ready refutes/2=change_refutes repeats/3=path_repeats
    replies/2=ply_replies right/1=castling_right ring/4=path_ring root/1=ply_root routine/0=find_routine
    royal_man/1=plan_royal runs/2=question_point said/3=betza_item same_move/2=ply_same_move
    seat_theme/2=figure_name second/1=second_condition section/2=path_section seen/4=morph_cell sees/2=path_sees
    seizes/3=captures_on seizing/2=captures_on_way shape/3=finale_shape shift/3=change_shift snaps/5=locust_line
    sort/1=find_sort space/1=compare_space spans/3=figure_spans spans/4=find_spans special/2=ply_special
    spends/2=plan_spends square/4=morph_character stands/2=array_place|role_cell|plan_stands stands/3=ply_stands
    stands/4=tier_place starts/1=find_starts stays/1=turn_stays stays/4=stands_then steps/3=visit_next
    strikes/1=captures_clay|captures_lion strikes/2=find_attacks strikes/4=examined_attack stuck/1=find_stuck
    style/2=ply_style succeeds/4=path_succeeds swung/3=turned_step symbol/3=army_symbol taken_by/2=matrix_column
    taken_over/2=other_commander takes/1=captures takes/2=ply_captures takes_own/1=captures_own
    takes_part/4=find_participant takes_royal/1=captures_royal taking/1=capturing taking_ends/1=capture_ends
    theme/3=piece_theme then/3=find_then then_out/2=then_eliminated third/2=hex_tint threatens/1=key_has_threat
    to/3=ends_in told/1=places_needed told_by/2=passing_state tried/2=guard_fails tries/4=pseudo_legal
    turned/2=jump_order turned/3=turned_cell|before_morph turned/5=printed_cell turned_off/3=space_turned_off
    turns/3=figure_step turns_back/1=piece_turns_back type/1=direction_type unhindered/1=question_open
    unhoppable/3=unhoppable_in unlike/2=finale_unlike usual/1=own_usual vacant/2=find_vacant ventures/2=must_be_safe
    visits/3=visit_cell walker/1=visit_piece walks/2=board_path walks/4=visit_later wanted_to/1=compare_wanted_to
    wants/2=piece_unchosen way_ends/3=way_target whose/4=player_there wide/2=figure_wide wished/2=find_wish
    withholds/2=key_withholds yields/2=piece_yields
"""
"""Each old name with its arity, and what it is called now; the arity is the same. A name that meant several things has
several new ones."""


def _read(rows: str) -> dict[Signature, tuple[str, ...]]:
    found: dict[Signature, tuple[str, ...]] = {}
    for row in rows.split():
        old, new = row.split("=")
        name, arity = old.split("/")
        found[name, int(arity)] = tuple(new.split("|"))
    return found


RENAMED = _read(_ROWS)
"""The new names of each old predicate."""

STATED: frozenset[Signature] = frozenset(
    {
        ("deed", 2), ("patience", 1), ("phrase", 3), ("symbol", 3), ("takes", 1), ("takes_own", 1), ("taken_over", 2),
        ("theme", 3), ("tries", 4), ("turned", 3), ("unhoppable", 3),
    }
)  # fmt: skip
"""Old names of what games state, or add rules to: rules that derive them have no effect any more."""


def now(predicate: Signature, known: Container[Signature]) -> str:
    """What an old name is called now, as the end of a message; nothing for other names.

    Args:
        predicate: the name and arity that rules use.
        known: the predicates that the rules may use; others are not suggested.
    """
    name, arity = predicate
    new = [f"{each}/{arity}" for each in RENAMED.get(predicate, ()) if (each, arity) in known]
    return f"; {name}/{arity} is now {' or '.join(new)}" if new else ""
