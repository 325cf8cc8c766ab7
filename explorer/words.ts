// What there is to see and to say of a cell.

import type { Frame, Game } from "./data";

/** What is to be seen of a cell when another is chosen. */
export function markOf(frame: Frame, chosen: string | null, cell: string): string {
  if (chosen === null) return frame.touched.includes(cell) ? "last" : "";
  if (cell === chosen) return "chosen";
  if (!frame.asked) return "";
  const about = frame.asked.about[chosen];
  if (!about) return frame.asked.attacked[chosen]?.includes(cell) ? "attacker" : frame.asked.blocked[chosen]?.[cell] ? "blocked" : "";
  if (about.captures.includes(cell)) return "captures";
  if (about.reached.includes(cell)) return "reached";
  if (about.guarded.includes(cell)) return "guarded";
  return about.shadowed[cell] ? "shadowed" : "";
}

/** A piece in words, such as `PrDd4`. */
export function named(game: Game, frame: Frame, cell: string): string {
  return `${game.glyphs[frame.pieces[cell]]?.name ?? ""}${cell}`;
}

/** What there is to say of a cell, line by line; `asks`: whether the program can be asked for what is not known. */
export function described(game: Game, frame: Frame, chosen: string, asks: boolean): string[] {
  const glyph = game.glyphs[frame.pieces[chosen]];
  const lines = [glyph ? `${glyph.name}${chosen}, ${glyph.army}` : chosen];
  if (!frame.asked) return [...lines, asks ? "..." : "This page has too many positions to answer at the end of a line."];
  const about = frame.asked.about[chosen];
  const list = (cells: string[]) => cells.map((cell) => named(game, frame, cell)).join(" ");
  if (about) {
    lines.push(`reaches ${about.reached.length} empty cells`);
    if (about.captures.length) lines.push(`attacks ${list(about.captures)}`);
    if (about.guarded.length) lines.push(`guards ${list(about.guarded)}`);
    const by = new Map<string, string[]>();
    for (const [cell, blockers] of Object.entries(about.shadowed))
      for (const each of blockers) by.set(each, [...(by.get(each) ?? []), cell]);
    for (const [each, cells] of by) lines.push(`shadowed by ${named(game, frame, each)}: ${cells.join(" ")}`);
  }
  const attackers = frame.asked.attacked[chosen] ?? [];
  const own = attackers.filter((cell) => frame.asked?.about[cell]?.player === about?.player);
  const others = attackers.filter((cell) => !own.includes(cell));
  lines.push(others.length ? `attacked by ${list(others)}` : "nothing attacks it");
  if (own.length) lines.push(`guarded by ${list(own)}`);
  for (const [cell, blockers] of Object.entries(frame.asked.blocked[chosen] ?? {}))
    lines.push(`${named(game, frame, cell)} would attack it but for ${list(blockers)}`);
  return lines;
}
