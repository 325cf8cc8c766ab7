// Moves as Shadowmate writes them (solver/play/move_from_rules.py, move.py), from what the rules say of them.

import { type Game, type Piece, pieceName } from "./game";
import type { Position } from "./position";
import { type Term, parse, word } from "./term";

export interface Move { text: string; from: string; to: string; takes: boolean }
export interface Answer { moves: Move[]; checks: { from: string; to: string }[]; outcome: string | null; flaws: string[]; marks: { cell: string; mark: string }[]; rows: string[] }

/** The choices of a move, and its use if that is the game's own. */
function choices(move: Term): string[] {
  const found: string[] = [];
  let term = move;
  for (; (term.name === "chose" || term.name === "aided") && term.args; term = term.args[0])
    if (term.name === "chose") found.push(term.args.slice(1).map((each) => each.text).join("="));
  if (term.name === "go" && term.args?.length === 3) found.push(`use=${term.args[2].text}`);
  return found.reverse();
}

export function answer(game: Game, position: Position, atoms: string[]): Answer {
  const cells = new Map(Object.entries(game.cells).map(([name, term]) => [term, name]));
  const byPredicate = new Map<string, Term[][]>(), byMove = new Map<string, Map<string, Term[][]>>();
  const shown = new Set(game.shown), rows: string[] = [];
  for (const atom of atoms) {
    const { name, args } = parse(atom), predicate = `${name}/${args?.length ?? 0}`;
    if (shown.has(predicate)) {
      byPredicate.set(predicate, [...(byPredicate.get(predicate) ?? []), args ?? []]);
      if (!args || args.length < 2) continue;
      const of = byMove.get(args[0].text) ?? new Map<string, Term[][]>();
      byMove.set(args[0].text, of.set(name, [...(of.get(name) ?? []), args.slice(1)]));
    } else rows.push([name, ...(args ?? []).map((each) => cells.get(each.text) ?? each.text)].join(" "));
  }
  const of = (predicate: string) => byPredicate.get(predicate) ?? [];
  const place = (term: Term) => cells.get(term.text) ?? "";
  const named = (piece: Piece | null | undefined) => (piece ? `${piece.army} ${pieceName(game, piece.kinds)}` : null);
  const same = (a: Piece | null | undefined, b: Piece | null | undefined) => named(a) === named(b);

  const written = (move: Term, from: string, to: string): { text: string; takes: boolean; unseen: string } => {
    const facts = (name: string) => byMove.get(move.text)?.get(name) ?? [];
    const mover = position.pieces.get(from), special = facts("special")[0]?.[0];
    const captures = facts("removes").map(([cell]) => place(cell)).sort();
    const carried = facts("carries").map(([start, end]) => [place(start), place(end)]);
    const remade = new Map<string, Piece>();
    for (const [cell, kind, army] of facts("remakes")) {
      const known = remade.get(place(cell))?.kinds ?? [];
      remade.set(place(cell), { kinds: [...known, kind.text].sort(), army: army.text });
    }
    const halts = facts("halts")[0] ? place(facts("halts")[0][0]) : null, perishes = facts("perishes").length > 0 || of("perishes/1").some(([each]) => each.text === move.text);
    const unseen = facts("unseen").map(([what]) => what.text).sort().join(" ");
    if (!to) return { text: "pass", takes: false, unseen };
    const piece = pieceName(game, mover?.kinds ?? facts("drops").map(([kind]) => kind.text).sort());
    const gone = captures.includes(to) || carried.some(([start]) => start === to);
    const partner = halts && !gone ? position.pieces.get(to) : undefined;
    // What changes besides: where it is carried, and what it becomes.
    const after = new Map<string, Piece | null>();
    for (const [start, end] of carried) {
      if (!after.has(start)) after.set(start, null);
      after.set(end, position.pieces.get(start) ?? null);
    }
    for (const [cell, each] of remade) after.set(cell, each);
    const arrived = partner ? captures : [...captures, to];
    const changes = [...after].sort(([a], [b]) => (a < b ? -1 : 1))
      .filter(([cell, each]) => !arrived.includes(cell) && !same(each, position.pieces.get(cell)) && (cell !== from || each))
      .map(([cell, each]) => ({ cell, before: named(position.pieces.get(cell)), after: named(each) }));
    if (partner) return { text: `${piece}${from}-${pieceName(game, partner.kinds)}${to}${special ? word(special) : ""}`, takes: false, unseen };
    let promotion = "";
    const becomes = remade.get(halts ?? to);
    if (perishes) promotion = "=none";
    else if (becomes && (!same(becomes, mover) || move.name === "chose"))
      promotion = `=${!mover || becomes.army === mover.army ? pieceName(game, becomes.kinds) : named(becomes)}`;
    let elsewhere = captures.filter((cell) => cell !== to);
    const passing = captures.length === 1 && elsewhere.length === 1 && special !== undefined;
    const takes = passing || elsewhere.length < captures.length;
    if (passing) elsewhere = [];
    const text = `${piece}${from}${from ? (takes ? "x" : "-") : "@"}${to}${passing ? "ep" : ""}${promotion}`;
    return { text: text + [...elsewhere.map((cell) => `x${cell}`), ...besides(changes, from)].map((each) => `&${each}`).join(""), takes, unseen };
  };

  const moves = of("legal/3").map(([move, origin, target]) => {
    const from = place(origin), to = place(target);
    return { ...written(move, from, to), from, to, choices: choices(move) };
  });
  // Moves that look alike and are not the same have the choices by which they differ.
  for (const text of new Set(moves.map((each) => each.text))) {
    const some = moves.filter((each) => each.text === text), different = [...new Map(some.map((each) => [each.unseen, each])).values()];
    if (different.length === 1) continue;
    for (const each of some) {
      const own = each.choices.filter((choice) => !different.every(({ choices: others }) => others.includes(choice)));
      each.text = `${text}&${own.join("&")}`;
    }
  }
  const outcome = of("outcome/1")[0]?.[0], winner = of("winner/1")[0]?.[0];
  return {
    moves: [...new Map(moves.map(({ text, from, to, takes }) => [text, { text, from, to, takes }])).values()].sort((a, b) => (a.text < b.text ? -1 : 1)),
    checks: of("checker/2").map(([from, to]) => ({ from: place(from), to: place(to) })),
    outcome: outcome ? `${word(outcome)}${winner ? `: ${word(winner)} has won` : ": a draw"}` : null,
    flaws: of("flaw/2").map(([what, words]) => `${cells.get(what.text) ?? what.text}: ${word(words)}`),
    marks: rows.filter((row) => /^mark \S+ \S+$/.test(row)).map((row) => ({ cell: row.split(" ")[1], mark: row.split(" ")[2] })),
    rows: rows.sort(),
  };
}

/** What changes besides, in words of the notation: `BaAa1-Ac3` goes, `RoCc1=Ba` becomes, `=EgBb2` appears. */
function besides(changes: { cell: string; before: string | null; after: string | null }[], from: string): string[] {
  const letters = (piece: string) => piece.split(" ").at(-1)!;
  const came = changes.filter((each) => each.before === null || each.cell === from), found: string[] = [];
  for (const { cell, before, after } of changes) {
    if (before === null || cell === from) continue;
    const end = after === null ? came.findIndex((each) => each.after === before) : -1;
    if (end >= 0) found.push(`${letters(before)}${cell}-${came.splice(end, 1)[0].cell}`);
    else found.push(`${letters(before)}${cell}=${after === null ? "none" : before.split(" ")[0] === after.split(" ")[0] ? letters(after) : after}`);
  }
  return [...found, ...came.map(({ cell, after }) => `=${letters(after ?? "")}${cell}`)];
}
