// What the playground knows of a game, as solver/exploring/playground.py writes it.

import type { Game as Board } from "../data";

export interface Sheet { name: string; about: string; text: string }

export interface Game extends Board {
  title: string;
  /** The initial array; "" where there is none. */
  start: string;
  /** How positions write each kind. */
  kinds: Record<string, string>;
  /** The commander of armies that no player commands. */
  unowned: string;
  /** The term for each cell, by its name. */
  cells: Record<string, string>;
  /** What else a position may hold, with its type. */
  fields: Record<string, string>;
  flags: Record<string, string[]>;
  endings: string[];
  stores: Record<string, { term: string; items: Record<string, string> }>;
  /** Whether a piece may be of several kinds. */
  compounds: boolean;
  /** Whether something may happen before a player moves. */
  events: boolean;
  base: Sheet[];
  parts: Sheet[];
  /** The parts for moves, under "", and those that a predicate needs besides. */
  needs: Record<string, number[]>;
  /** All predicates that the sheets derive, or a position states. */
  stated: string[];
  shown: string[];
  tail: string;
}

export interface Piece { kinds: string[]; army: string }

/** How a position writes a piece. */
export function pieceName(game: Game, kinds: string[]): string {
  return kinds.map((kind) => game.kinds[kind]).join("+");
}
