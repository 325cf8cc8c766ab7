// Positions in one line of text, as solver/notation/line.py has them: read, written, and given as facts.

import { type Game, type Piece, pieceName } from "./game";

export interface Position {
  pieces: Map<string, Piece>;
  turn: string;
  state: { field: string; value: string }[];
  stores: { store: string; item: string; count: number }[];
  quiet: number;
  seen: number;
}

/** What is wrong with a text: the word, its column, and what would be right. */
export class PositionError extends Error {}

const COUNTS = { quiet: 0, seen: 1 };
/** The types of fields whose values are two words, and of those where each comes after the field's name. */
const PAIRS = ["ending", "command"], EACH = ["ending", "flags", "count"];

export function nameOf(text: string): string {
  return /^\s*([A-Za-z_][\w-]*)\s*:/.exec(text)?.[1] ?? "";
}

export function empty(game: Game): Position {
  return { pieces: new Map(), turn: game.players[0], state: [], stores: [], quiet: 0, seen: 1 };
}

export function read(game: Game, text: string): Position {
  const found = empty(game);
  const begin = /^\s*[A-Za-z_][\w-]*\s*:/.exec(text)?.[0].length ?? 0;
  const words = [...text.slice(begin).matchAll(/[^\s,]+/g)].map((match) => ({ text: match[0], column: begin + match.index + 1 }));
  const kinds = new Map(Object.entries(game.kinds).map(([kind, abbreviation]) => [abbreviation, kind]));
  const owners = new Set(Object.keys(game.stores).map((name) => name.split(" ")[0]));
  let section = "", at = 0;
  const refuse = (word: { text: string; column: number } | undefined, why: string): never => {
    throw new PositionError(word ? `'${word.text}' (column ${word.column}): ${why}` : why);
  };
  const next = (what: string) => words[at] ? words[at++] : refuse(undefined, `the text ends where ${what} comes`);
  while (at < words.length) {
    const word = words[at++];
    if (game.players.includes(word.text)) section = word.text;
    else if (word.text === "start" && !found.pieces.size && game.start) {
      const { turn, ...array } = read(game, game.start);
      Object.assign(found, array);
      section = "";
    } else if (word.text === "turn") {
      const player = next("a player");
      if (!game.players.includes(player.text)) refuse(player, `'turn' is followed by a player: ${game.players.join(", ")}`);
      found.turn = player.text;
      section = "";
    } else if (word.text in COUNTS) {
      const name = word.text as keyof typeof COUNTS, number = next("a number");
      if (!/^\d{1,6}$/.test(number.text) || Number(number.text) < COUNTS[name]) refuse(number, `'${name}' is followed by a number from ${COUNTS[name]}`);
      found[name] = Number(number.text);
      section = "";
    } else if (word.text in game.fields) {
      const type = game.fields[word.text];
      section = word.text;
      if (PAIRS.includes(type)) {
        const first = next("a player"), second = next(type === "ending" ? "a reason" : "a player");
        const rest = type === "ending" ? game.endings : [...game.players, game.unowned];
        if (!game.players.includes(first.text)) refuse(first, `a player comes here: ${game.players.join(", ")}`);
        if (!rest.includes(second.text)) refuse(second, `here comes one of ${rest.join(", ")}`);
        found.state.push({ field: section, value: `${first.text} ${second.text}` });
      } else if (EACH.includes(type)) {
        const value = next("a value"), known = game.flags[section] ?? [];
        if (!known.includes(value.text)) refuse(value, `'${section}' is followed by one of ${known.join(", ")}`);
        found.state.push({ field: section, value: value.text });
      }
    } else if (owners.has(word.text)) {
      section = word.text in game.stores ? word.text : `${word.text} ${next("a player").text}`;
      if (!(section in game.stores)) refuse(words[at - 1], `there are ${Object.keys(game.stores).join(", ")}`);
    } else if (section in game.stores) {
      const item = Object.entries(game.stores[section].items).find(([, written]) => written === word.text)?.[0];
      if (item === undefined) refuse(word, `'${section}' holds ${Object.values(game.stores[section].items).join(", ")}`);
      const there = found.stores.find((each) => each.store === section && each.item === item);
      if (there) there.count += 1; else found.stores.push({ store: section, item: item!, count: 1 });
    } else if (game.fields[section]) {
      if (!(word.text in game.cells)) refuse(word, `'${section}' is followed by cells`);
      found.state.push({ field: section, value: word.text });
    } else if (game.players.includes(section)) {
      let cut = word.text.length - 1;
      while (cut > 0 && !(word.text.slice(cut) in game.cells && word.text.slice(0, cut).split("+").every((each) => kinds.has(each)))) cut -= 1;
      if (cut < 1) refuse(word, `not a piece of ${game.title}: a piece is a kind and a cell; kinds are ${[...kinds.keys()].join(", ")}`);
      const cell = word.text.slice(cut), some = word.text.slice(0, cut).split("+").map((each) => kinds.get(each)!);
      if (found.pieces.has(cell)) refuse(word, `a second piece on ${cell}`);
      if (some.length > 1 && !game.compounds) refuse(word, "a piece of this game is of one kind");
      found.pieces.set(cell, { kinds: some.sort(), army: section });
    } else refuse(word, `a player comes first: ${game.players.join(", ")}`);
  }
  return found;
}

export function write(game: Game, position: Position): string {
  const words = [`${game.name}:`];
  for (const player of game.players) {
    const own = [...position.pieces].filter(([, piece]) => piece.army === player);
    if (own.length) words.push(player, ...own.map(([cell, piece]) => `${pieceName(game, piece.kinds)}${cell}`));
  }
  words.push("turn", position.turn);
  for (const field of new Set(position.state.map((each) => each.field))) {
    const values = position.state.filter((each) => each.field === field).map((each) => each.value);
    words.push(...([...PAIRS, ...EACH].includes(game.fields[field]) ? values.flatMap((value) => [field, value]) : [field, ...values]));
  }
  for (const store of Object.keys(game.stores)) {
    const some = position.stores.filter((each) => each.store === store);
    if (some.length) words.push(store, ...some.flatMap(({ item, count }) => Array<string>(count).fill(game.stores[store].items[item])));
  }
  if (position.quiet > 0) words.push("quiet", String(position.quiet));
  if (position.seen > 1) words.push("seen", String(position.seen));
  return words.join(" ");
}

/** The facts by which a program knows a position. */
export function facts(game: Game, position: Position): string {
  const value = (written: string) => game.cells[written] ?? (written.includes(" ") ? `(${written.replace(" ", ",")})` : written);
  return [
    ...[...position.pieces].map(([cell, { kinds, army }]) => kinds.map((kind) => `piece(${game.cells[cell]},${kind},${army}).`).join(" ")),
    `turn(${position.turn}).`,
    ...position.state.map(({ field, value: written }) => `state(${field},${value(written)}).`),
    ...position.stores.map(({ store, item, count }) => `held(${game.stores[store].term},${item},${count}).`),
    `halfmove_clock(${position.quiet}).`,
    `seen(${position.seen}).`,
    "",
  ].join("\n");
}
