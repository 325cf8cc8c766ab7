// What a page shows, as solver/exploring/data.py writes it: boards, and chapters of positions on them.

export interface Cell { name: string; x: number; y: number; shade: number }
export interface Label { text: string; x: number; y: number; dx: number; dy: number }
/** With lines, each from x, y to x, y, pieces stand on points. */
export interface Panel { title: string; cells: Cell[]; lines: [[number, number], [number, number]][]; labels: Label[] }
export interface Glyph { svg: string; name: string; army: string }

export interface Game {
  name: string;
  players: string[];
  shape: "square" | "hex";
  panels: Panel[];
  /** How each piece looks, by the name that positions have for it. */
  glyphs: Record<string, Glyph>;
  /** The questions that its document leaves open, each with its readings; those chosen, by question. */
  readings: { question: string; names: string[]; chosen: string }[];
}

/** What a piece can do: cells that it reaches, captures on, guards, and cells shadowed by others. */
export interface About {
  player: string;
  reached: string[];
  captures: string[];
  guarded: string[];
  shadowed: Record<string, string[]>;
}

export interface Asked {
  about: Record<string, About>;
  /** By cell, the cells of the pieces that attack it. */
  attacked: Record<string, string[]>;
  /** By cell, the cells of the pieces that would attack it, each with those that are in the way. */
  blocked: Record<string, Record<string, string[]>>;
}

export interface Position {
  text: string;
  turn: string;
  outcome: string | null;
  check: boolean;
  /** The glyph of each piece, by cell. */
  pieces: Record<string, string>;
  /** What the pieces can do; null until the program has been asked. */
  asked: Asked | null;
  /** Legal moves that start on no cell; unknown until the program has been asked. */
  loose?: string[];
  /** Legal moves with what an endgame table says of them, the best first, where there is a table. */
  values?: { move: string; from: string; value: string }[];
  /** What belongs to the position besides pieces and turn; unknown until the program has been asked. */
  more?: string;
}

/** A position in its place: what led to it, what that move is in a solution, and the step before it. */
export interface Step { at: number; move: string | null; touched: string[]; kind: string; before: number | null }

export type Frame = Position & Step;

/** What is shown at a time: a position, and what follows it. */
export interface Chapter { title: string; notes: string[]; game: string; positions: Position[]; steps: Step[] }

/** What the program offers a page that may ask it. */
export interface Service { strengths: string[]; seconds: number; mostSeconds: number }

export interface Data {
  title: string;
  games: Record<string, Game>;
  chapters: Chapter[];
  service: Service | null;
}

export function frameOf(chapter: Chapter, step: number): Frame {
  return { ...chapter.positions[chapter.steps[step].at], ...chapter.steps[step] };
}

/** How wide and high a step in the units of a panel is, and the corners of a cell around its middle. */
export function geometry(shape: Game["shape"]): { step: [number, number]; corners: [number, number][] } {
  if (shape === "square") return { step: [44, 44], corners: [[-22, -22], [22, -22], [22, 22], [-22, 22]] };
  const width = 1.22 * 44;
  const corners = [0, 1, 2, 3, 4, 5].map((k): [number, number] =>
    [(width / 2) * Math.cos((k * Math.PI) / 3), (width / 2) * Math.sin((k * Math.PI) / 3)]);
  return { step: [0.75 * width, (width * Math.sqrt(3)) / 4], corners };
}
