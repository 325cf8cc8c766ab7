// The reader's own rules: what they derive, and what is refused before clingo sees it.

import type { Message } from "./program";

const HOOK = "mark/2";

/** Rules without comments and what strings hold, line by line as they are. */
export function code(text: string): string {
  return text.replace(/"(?:\\.|[^"\\\n])*"|%\*[^]*?\*%|%[^\n]*/g, (found) => found.replace(/[^\n]/g, found.startsWith('"') ? "0" : " "));
}

/** The predicates that rules derive, each with the line of its statement. */
export function heads(text: string): Map<string, number> {
  const found = new Map<string, number>();
  let line = 1;
  for (const statement of code(text).split(/\.(?=\s|$)/)) {
    const begin = line + (/^\s*/.exec(statement)![0].match(/\n/g)?.length ?? 0);
    line += statement.match(/\n/g)?.length ?? 0;
    if (/^\s*(#|:~)/.test(statement)) continue;
    let head = statement.split(":-")[0];
    // Arguments become their number, the innermost first; alternatives (`;`) have as many each.
    for (let before = ""; before !== head;) {
      before = head;
      head = head.replace(/\(([^()]*)\)/g, (_, inside: string) => `/${inside.trim() ? inside.split(";")[0].split(",").length : 0}`);
    }
    // In braces a condition follows the atom that it is about.
    for (const part of head.split(/[{};]/)) {
      const match = /^[^:]*?([a-z]\w*)(?:\/(\d+))?/.exec(part.replace(/\bnot\b/g, ""));
      if (match) found.set(`${match[1]}/${match[2] ?? 0}`, begin);
    }
  }
  return found;
}

/** Without `#show`, an answer shows what the rules derive. */
export function shows(text: string): string {
  return /#show\b/.test(code(text)) ? `#show ${HOOK}.\n` : [HOOK, ...heads(text).keys()].map((each) => `#show ${each}.\n`).join("");
}

/** What may not stand in rules that come from anyone, and what a question may not derive. */
export function refused(sheet: string, text: string, stated: string[] | null): Message[] {
  const found: Message[] = [];
  for (const [number, line] of code(text).split("\n").entries()) {
    const match = /#(script|include|external|theory)\b|@\w+/.exec(line);
    if (match) found.push({ sheet, line: number + 1, text: `${match[0]} is not used here`, isError: true });
  }
  if (stated) for (const [head, line] of heads(text)) if (head !== HOOK && stated.includes(head))
    found.push({ sheet, line, text: `${head} is derived by the game already; give what you derive another name`, isError: true });
  return found;
}

/** The name in a list that is nearest to another. */
export function nearest(word: string, names: string[]): string | null {
  const far = (a: string, b: string) => {
    let row = Array.from({ length: b.length + 1 }, (_, n) => n);
    for (let i = 1; i <= a.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= b.length; j += 1) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1])));
      row = next;
    }
    return row[b.length];
  };
  const [name, much] = names.map((each) => [each, far(word, each.split("/")[0])] as const).reduce((a, b) => (b[1] < a[1] ? b : a), ["", Infinity]);
  return much <= Math.max(1, word.length / 3) ? name : null;
}
