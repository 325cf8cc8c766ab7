// The explorer: a chapter's position on a board, what there is to say of it, and tools that work on it.

import type { Asker, Opened, Played } from "./asker";
import { Board } from "./board";
import { type Data, type Frame, frameOf, type Chapter, type Game } from "./data";
import { box, button, element, group, paragraphs } from "./dom";
import { Stack } from "./stack";
import { following, Tree } from "./tree";
import { described } from "./words";

/** What works on the position beside the board. */
export interface Tool {
  readonly root: HTMLElement;
  /** Called after another position, or cell, is shown. */
  shown?(): void;
  /** Takes a cell that was chosen, or a piece that was dragged; else the view asks about it. */
  takes?(from: string | null, to: string, dragged: boolean): boolean;
  /** A position that the tool shows instead. */
  frame?(): Frame | null;
  /** Whether no person at the page moves for this player. */
  moves?(player: string): boolean;
}

export class View {
  chapter = 0;
  at = 0;
  chosen: string | null = null;
  /** The number of texts shown so far: an addition to an older text is not shown with a newer one. */
  sayings = 0;
  private readonly tools: Tool[] = [];
  private readonly heading = element("h1");
  private readonly notes = element("div", { className: "notes" });
  private readonly state = element("p", { className: "state" });
  private readonly answers = element("section", { className: "answers" });
  private readonly place = element("div", { className: "place" });
  private readonly side = element("div", { className: "side" });
  private readonly table = element("div", { className: "table" }, this.place, this.side);
  private readonly picks = group("Levels");
  private readonly levels = new Set<number>();
  private readonly tree = new Tree((step) => this.go(step));
  private readonly back = button("Back", () => this.step(-1));
  private readonly next = button("Next", () => this.step(1));
  private readonly turn = button("Turn in space", () => this.turnBoard());
  private readonly bar = element("nav", {}, this.back, this.next, this.turn, this.picks);
  private board!: Board;
  private stack: Stack | null = null;
  private turned = false;
  private key = "";

  constructor(readonly root: HTMLElement, readonly data: Data, readonly asker: Asker | null) {
    this.answers.setAttribute("aria-live", "polite");
    this.answers.setAttribute("aria-label", "Answers");
    this.answers.tabIndex = 0;
    this.bar.setAttribute("aria-label", "View");
    this.side.append(this.tree.root, this.answers);
    root.append(this.heading, this.notes, this.bar, this.state, this.table);
    // Where this is the page itself, keys count wherever the focus is; in a notebook only within.
    const isPage = root.parentElement === document.body;
    (isPage ? document : root).addEventListener("keydown", (event) => this.keyed(event as KeyboardEvent));
  }

  get pages(): Chapter { return this.data.chapters[this.chapter]; }
  get game(): Game { return this.data.games[this.pages.game]; }
  get frame(): Frame {
    for (const tool of this.tools) {
      const found = tool.frame?.();
      if (found) return found;
    }
    return frameOf(this.pages, this.at);
  }

  /** Leave the room to something else, or take it again. */
  hide(hidden: boolean): void {
    for (const each of [this.heading, this.notes, this.bar, this.state, this.table]) each.hidden = hidden;
  }

  add(tool: Tool): void {
    this.tools.push(tool);
    this.side.append(tool.root);
  }

  /** Put something on the bar. */
  offer(control: HTMLElement): void { this.bar.append(control); }

  /** Put something beside the board. */
  beside(part: HTMLElement): void { this.place.append(part); }

  open(chapter: number, at = 0): void {
    this.chapter = chapter;
    const { title, notes, game } = this.pages;
    this.heading.textContent = title || this.data.title;
    this.notes.replaceChildren(...paragraphs(notes));
    if (game !== this.key) this.setBoard(game);
    this.tree.draw(this.pages, at);
    this.go(at);
  }

  /** A chapter that the program has opened. */
  opened({ number, chapter, glyphs, game }: Opened): void {
    if (game) this.data.games[chapter.game] ??= game;
    Object.assign(this.data.games[chapter.game].glyphs, glyphs);
    this.data.chapters[number] = chapter;
    this.open(number);
  }

  /** A step that the program has made. */
  played({ number, step, position, glyphs }: Played): void {
    const { game, positions, steps } = this.pages;
    Object.assign(this.data.games[game].glyphs, glyphs);
    if (!steps[number]) {
      positions.push(position);
      steps[number] = { ...step, at: positions.length - 1 };
    }
    this.tree.draw(this.pages, number);
    this.go(number);
  }

  go(step: number): void {
    this.at = step;
    this.chosen = null;
    this.show();
  }

  /** Show the position, with what is known of the chosen cell. */
  show(): void {
    const { frame, chosen, pages, at } = this;
    const next = following(pages);
    this.state.textContent = this.stated(frame, next);
    this.tree.point(at);
    this.say(chosen === null ? ["Choose a cell to ask about it."] : described(this.game, frame, chosen, this.asker !== null));
    this.draw();
    this.back.disabled = pages.steps[at].before === null;
    this.next.disabled = !next[at].length;
    this.back.hidden = this.next.hidden = pages.steps.length < 2;
    for (const tool of this.tools) tool.shown?.();
  }

  /** Cells to be marked as different from those of another board. */
  differs = new Set<string>();

  /** Draw the board, and leave the words as they are. */
  draw(): void {
    this.board.show(this.frame, this.chosen, this.differs);
    if (this.turned) this.stack?.show(this.frame, this.chosen, this.levels);
  }

  say(lines: string[]): void {
    this.sayings += 1;
    this.answers.removeAttribute("role");
    this.answers.replaceChildren(...paragraphs(lines));
  }

  /** Say more of the same. */
  sayAlso(...parts: (Node | string)[]): void { this.answers.append(...parts); }

  fail(error: unknown): void {
    this.say([error instanceof Error ? error.message : String(error)]);
    this.answers.setAttribute("role", "alert");
  }

  private stated(frame: Frame, next: number[][]): string {
    if (frame.text === "") return "Setting up";
    let depth = 0;
    for (let before = this.pages.steps[this.at].before; before !== null; before = this.pages.steps[before].before) depth += 1;
    const line = next.every((each) => each.length < 2) ? `${depth} of ${this.pages.steps.length - 1}` : "";
    const made = frame.move ? `${frame.kind ? `${frame.kind} ` : ""}${frame.move}` : "";
    const steps = this.pages.steps.length > 1 ? [[line, made].filter(Boolean).join(": "), "; "].join("").replace(/^; /, "") : "";
    return steps + (frame.outcome ?? `${frame.turn} to move${frame.check ? ", in check" : ""}`);
  }

  private click(cell: string): void {
    if (!this.tools.some((tool) => tool.takes?.(this.chosen, cell, false))) this.choose(cell);
  }

  /** Choose a cell, as a click in the mode that asks does. */
  choose(cell: string): void {
    this.chosen = this.chosen === cell ? null : cell;
    this.show();
  }

  private step(by: number): void {
    const { steps } = this.pages;
    let to: number | null | undefined = by > 0 ? following(this.pages)[this.at][0] : steps[this.at].before;
    const isLeft = (step: number) => this.tools.some((tool) => tool.moves?.(frameOf(this.pages, step).turn));
    if (by < 0) while (typeof to === "number" && steps[to].before !== null && isLeft(to)) to = steps[to].before;
    this.go(to ?? this.at);
  }

  private setBoard(game: string): void {
    this.key = game;
    const drop = this.asker ? (from: string, to: string) => void this.tools.some((tool) => tool.takes?.(from, to, true)) : undefined;
    const board = new Board(this.game, (cell) => this.click(cell), drop);
    this.board?.root.remove();
    this.stack?.remove();
    this.board = board;
    this.stack = null;
    this.place.prepend(board.root);
    this.levels.clear();
    this.game.panels.forEach((_, number) => this.levels.add(number));
    this.picks.replaceChildren(this.picks.firstElementChild!, ...this.game.panels.map((panel, number) =>
      box(panel.title || this.game.name, true, (checked) => {
        if (checked) this.levels.add(number); else this.levels.delete(number);
        this.draw();
      })));
    this.turned = false;
    this.showTurned();
  }

  private turnBoard(): void {
    if (!this.stack) {
      try {
        this.stack = new Stack(this.game, (cell) => this.click(cell));
        this.place.prepend(this.stack.canvas);
      } catch {
        this.turn.disabled = true;
        this.turn.textContent = "This browser has no WebGL";
        return;
      }
    }
    this.turned = !this.turned;
    this.showTurned();
    this.draw();
  }

  private showTurned(): void {
    if (this.stack) this.stack.canvas.hidden = !this.turned;
    this.picks.hidden = !this.turned;
    this.board.root.hidden = this.turned;
    this.turn.textContent = this.turned ? "Flat board" : "Turn in space";
  }

  private keyed(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === "n" && !this.next.disabled) this.step(1);
    if (event.key === "b" && !this.back.disabled) this.step(-1);
    if (event.key === "Escape") { this.chosen = null; this.show(); }
  }
}
