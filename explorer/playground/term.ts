// Terms as clingo prints them.

export interface Term { name: string; args: Term[] | null; text: string }

/** Read a term; a string or number is a name without arguments, a tuple has the name "". */
export function parse(text: string): Term {
  let at = 0;
  const term = (): Term => {
    const start = at;
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
      at += 1;
    } else while (at < text.length && !"(),".includes(text[at])) at += 1;
    const name = text.slice(start, at);
    let args: Term[] | null = null;
    if (text[at] === "(") {
      args = [];
      at += 1;
      while (text[at] !== ")") {
        args.push(term());
        if (text[at] === ",") at += 1;
      }
      at += 1;
    }
    return { name, args, text: text.slice(start, at) };
  };
  return term();
}

/** A name or string without quotes. */
export function word(term: Term): string {
  return term.text.startsWith('"') ? JSON.parse(term.text) as string : term.text;
}
