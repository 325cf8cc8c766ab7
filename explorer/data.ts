// What a page shows: a board, and the positions of a game on it, as solver/exploring/data.py writes them.

export interface Cell { name: string; x: number; y: number; shade: number }
export interface Label { text: string; x: number; y: number; dx: number; dy: number }
export interface Panel { title: string; cells: Cell[]; labels: Label[] }

/** What a piece can do: cells that it reaches, captures on, guards, and cells shadowed by others. */
export interface About {
  name: string;
  army: string;
  player: string;
  reached: string[];
  captures: string[];
  guarded: string[];
  shadowed: Record<string, string[]>;
}

export interface Position {
  turn: string;
  outcome: string | null;
  /** The glyph of each piece, by cell. */
  pieces: Record<string, string>;
  about: Record<string, About>;
  /** By cell, the cells of the pieces that attack it. */
  attacked: Record<string, string[]>;
  /** By cell, the cells of the pieces that would attack it, each with those that are in the way. */
  barred: Record<string, Record<string, string[]>>;
}

/** A position in its place: what led to it, what that move is in a solution, and the step before it. */
export interface Step { at: number; move: string | null; touched: string[]; kind: string; before: number | null }

export type Frame = Position & Step;

export interface Data {
  game: string;
  shape: "square" | "hex";
  panels: Panel[];
  glyphs: Record<string, string>;
  positions: Position[];
  steps: Step[];
}

/** How wide and high a step in the units of a panel is, and the corners of a cell around its middle. */
export function geometry(shape: Data["shape"]): { step: [number, number]; corners: [number, number][] } {
  if (shape === "square") return { step: [44, 44], corners: [[-22, -22], [22, -22], [22, 22], [-22, 22]] };
  const width = 1.22 * 44;
  const corners = [0, 1, 2, 3, 4, 5].map((k): [number, number] =>
    [(width / 2) * Math.cos((k * Math.PI) / 3), (width / 2) * Math.sin((k * Math.PI) / 3)]);
  return { step: [0.75 * width, (width * Math.sqrt(3)) / 4], corners };
}

/** What is to be seen of a cell when another is chosen. */
export function markOf(frame: Frame, chosen: string | null, cell: string): string {
  if (chosen === null) return frame.touched.includes(cell) ? "last" : "";
  if (cell === chosen) return "chosen";
  const about = frame.about[chosen];
  if (!about) return frame.attacked[chosen]?.includes(cell) ? "attacker" : frame.barred[chosen]?.[cell] ? "barred" : "";
  if (about.captures.includes(cell)) return "captures";
  if (about.reached.includes(cell)) return "reached";
  if (about.guarded.includes(cell)) return "guarded";
  return about.shadowed[cell] ? "shadowed" : "";
}

/** A piece in words, such as `PrDd4`. */
export function named(frame: Frame, cell: string): string {
  return `${frame.about[cell]?.name ?? ""}${cell}`;
}

/** What there is to say of a cell, line by line. */
export function said(frame: Frame, chosen: string): string[] {
  const about = frame.about[chosen];
  const lines = [about ? `${about.name}${chosen}, ${about.army}` : chosen];
  const list = (cells: string[]) => cells.map((cell) => named(frame, cell)).join(" ");
  if (about) {
    lines.push(`reaches ${about.reached.length} empty cells`);
    if (about.captures.length) lines.push(`attacks ${list(about.captures)}`);
    if (about.guarded.length) lines.push(`guards ${list(about.guarded)}`);
    const by = new Map<string, string[]>();
    for (const [cell, blockers] of Object.entries(about.shadowed))
      for (const each of blockers) by.set(each, [...(by.get(each) ?? []), cell]);
    for (const [each, cells] of by) lines.push(`shadowed by ${named(frame, each)}: ${cells.join(" ")}`);
  }
  const attackers = frame.attacked[chosen] ?? [];
  const own = attackers.filter((cell) => frame.about[cell]?.player === about?.player);
  const others = attackers.filter((cell) => !own.includes(cell));
  lines.push(others.length ? `attacked by ${list(others)}` : "nothing attacks it");
  if (own.length) lines.push(`guarded by ${list(own)}`);
  for (const [cell, blockers] of Object.entries(frame.barred[chosen] ?? {}))
    lines.push(`${named(frame, cell)} would attack it but for ${list(blockers)}`);
  return lines;
}
