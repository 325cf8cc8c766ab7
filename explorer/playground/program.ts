// The program of a question: the sheets that it needs, the facts of a position and the reader's own rules.

import type { Game } from "./game";
import { type Position, facts } from "./position";
import { code, nearest, shows } from "./question";

export const QUESTION = "question";

/** A program, and at which line of it each sheet begins. */
export interface Program { text: string; places: { sheet: string; line: number }[] }

/** A message about a line of a sheet; of no sheet where `sheet` is "". */
export interface Message { sheet: string; line: number; text: string; isError: boolean }

/** Put a program together; `edits` has the sheets that the reader has changed. */
export function program(game: Game, position: Position, question: string, edits: Map<string, string>): Program {
  const asked = new Set(code([question, ...edits.values()].join("\n")).match(/[a-z_]\w*/g));
  const numbers = new Set(game.needs[""]);
  for (const [name, more] of Object.entries(game.needs)) if (asked.has(name)) for (const each of more) numbers.add(each);
  for (const [number, part] of game.parts.entries()) if (edits.has(part.name)) numbers.add(number);
  const places: Program["places"] = [];
  let text = "", line = 1;
  const add = (sheet: string, more: string) => {
    places.push({ sheet, line });
    text += `${more}\n`;
    line += more.split("\n").length;
  };
  for (const { name, text: given } of [...game.base, ...game.parts.filter((_, number) => numbers.has(number))]) add(name, edits.get(name) ?? given);
  add(QUESTION, question);
  add("", [game.tail, facts(game, position), ...game.shown.map((each) => `#show ${each}.`), shows(question)].join("\n"));
  return { text, places };
}

/** clingo's messages, each with the sheet and the line that it is about. */
export function messages({ places }: Program, output: string, names: string[]): Message[] {
  const found: Message[] = [];
  for (const block of output.split(/\n\s*\n|\n(?=\*\*\*)/).map((each) => each.trim()).filter(Boolean)) {
    const match = /^[^:\n]+:(\d+):[^:]*: (\w+): ([^]*)$/.exec(block);
    if (!match) {
      if (!/grounding stopped because of errors|parsing failed/.test(block)) found.push({ sheet: "", line: 0, text: block, isError: /error/i.test(block) });
      continue;
    }
    const at = Number(match[1]), place = places.findLast((each) => each.line <= at)!;
    if (!place.sheet) continue; // what is shown and does not occur
    let text = match[3].replace(/\[#inc_\w+\];?/g, "").replace(/\s+/g, " ").trim();
    const missing = /atom does not occur in any rule head: (\w+)/.exec(text);
    const near = missing && nearest(missing[1], names);
    if (near) text += `; do you mean ${near}?`;
    found.push({ sheet: place.sheet, line: at - place.line + 1, text, isError: match[2] === "error" });
  }
  return found;
}
