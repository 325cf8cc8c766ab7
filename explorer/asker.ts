// How the page asks the program: over HTTP on this machine, or through a notebook's widget.

import type { Asked, Chapter, Game, Glyph, Position, Step } from "./data";

export type Question = { ask: string } & Record<string, unknown>;

/** A new step of a chapter. */
export interface Played { number: number; step: Step; position: Position; glyphs: Record<string, Glyph>; written?: string }
/** A new chapter. */
export interface Opened { number: number; chapter: Chapter; glyphs: Record<string, Glyph>; game?: Game }
export interface AboutAll { asked: Asked; loose: string[]; more: string; values: Position["values"] }
export interface Copied { text: string; fen: string | null; svg: string }
/** What comes of a move by its cells: a step, the moves it may be, or why there is none. */
export type Tried = Partial<Played> & { choices?: string[]; lines?: string[] };

export interface Asker {
  /** Throws an Error with the program's words if it refuses. */
  ask<Answer>(question: Question): Promise<Answer>;
  /** Have the computer move at once; null where the program hears nothing while it works. */
  readonly stop: (() => void) | null;
  /** Whether the page has an address of its own, to which a position can be added. */
  readonly hasAddress: boolean;
}

/** Asks the server that this page comes from; its address has the token. */
export function overHttp(): Asker {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const post = (path: string, body: string) =>
    fetch(path, { method: "POST", body, headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" } });
  return {
    async ask<Answer>(question: Question): Promise<Answer> {
      const response = await post("/ask", JSON.stringify(question)).catch(() => {
        throw new Error("the program has ended: start `shadowmate explore` again");
      });
      const text = await response.text();
      if (response.headers.get("Content-Type")?.startsWith("application/json") !== true) throw new Error(text);
      const found = JSON.parse(text) as Answer & { error?: string };
      if (found.error !== undefined) throw new Error(found.error);
      return found;
    },
    stop: () => void post("/stop", ""),
    hasAddress: true,
  };
}

/** What a notebook's widget is to its script. */
export interface Model {
  get(name: string): unknown;
  send(content: unknown): void;
  on(event: string, does: (content: { id: number; answer?: unknown; error?: string }) => void): void;
}

/** Asks the notebook's program. */
export function throughModel(model: Model): Asker {
  const waiting = new Map<number, { keep: (answer: never) => void; fail: (error: Error) => void }>();
  let last = 0;
  model.on("msg:custom", ({ id, answer, error }) => {
    const found = waiting.get(id);
    waiting.delete(id);
    if (error !== undefined) found?.fail(new Error(error)); else found?.keep(answer as never);
  });
  return {
    ask: (question) => new Promise((keep, fail) => {
      waiting.set(++last, { keep, fail });
      model.send({ id: last, question });
    }),
    stop: null,
    hasAddress: false,
  };
}
