// The page: a position on a board, the rules of its game and a question, answered by clingo in this browser.

import { Board, address } from "../board";
import type { Frame } from "../data";
import { button, element, group, paragraphs } from "../dom";
import { Editor } from "./editor";
import { type Game, type Sheet, pieceName } from "./game";
import * as link from "./link";
import { type Answer, answer } from "./moves";
import { type Position, PositionError, empty, nameOf, read, write } from "./position";
import { type Message, QUESTION, messages, program } from "./program";
import { code, refused } from "./question";
import { Solver, Stopped } from "./solver";

const ANSWERS = 10, MARKS: Record<string, string> = { reached: "reached", captured: "captures", guarded: "guarded", noted: "noted" };
const HINT = "% mark(Cell,Mark) marks cells: noted, reached, captured or guarded. For example:\n% mark(Cell,noted) :- legal(_,_,Cell).\n";

class Playground {
  private game!: Game;
  private position!: Position;
  private board!: Board;
  private edits = new Map<string, string>();
  private sheet = "";
  private chosen: string | null = null;
  private inHand: { kinds: string[]; army: string } | "remove" | null = null;
  private answers: Answer[] = [];
  private at = 0;
  private run = 0;

  private readonly games = element("select");
  private readonly line = element("textarea", { rows: 3, spellcheck: false });
  private readonly boards = element("div");
  private readonly palette = element("div", { className: "palette" });
  private readonly state = element("p", { className: "state" });
  private readonly notes = element("div", { className: "notes" });
  private readonly wrong = element("ul", { className: "wrong" });
  private readonly moves = element("ol", { className: "moves" });
  private readonly rows = element("pre", { className: "rows" });
  private readonly others = element("p", { className: "others" });
  private readonly files = element("select");
  private readonly about = element("span", { className: "about" });
  private readonly reset = button("Undo all changes of this sheet", () => this.undo());
  private readonly ask = button("Ask", () => this.solve(), { className: "ask" });
  private readonly halt = button("Stop", () => this.solver.stop(), { disabled: true });
  private readonly question = new Editor("Question", () => this.changed(), () => void this.solve());
  private readonly rules = new Editor("Rules", (text) => this.edited(text), () => void this.solve());

  constructor(private readonly solver: Solver, private readonly load: (name: string) => Promise<Game>, titles: [string, string][]) {
    this.games.append(...titles.map(([value, textContent]) => element("option", { value, textContent })));
    this.games.addEventListener("change", () => void this.open(`${this.games.value}: start`, "", ""));
    this.files.addEventListener("change", () => this.turnTo(this.files.value));
    this.line.addEventListener("change", () => void this.typed());
    this.state.setAttribute("role", "status");
    this.line.setAttribute("aria-label", "Position");
    this.moves.setAttribute("aria-label", "Legal moves");
    const name = (text: string, field: HTMLElement) => element("label", {}, `${text} `, field);
    document.querySelector("main")!.append(
      element("div", { className: "columns" },
        element("section", { className: "left" },
          element("nav", {}, name("Game", this.games), button("Initial array", () => void this.open(`${this.game.name}: start`)),
            button("Empty board", () => this.place(empty(this.game))), button("Pass the turn", () => this.pass())),
          this.line, this.state, this.boards, group("Set up: choose a piece, then cells", this.palette)),
        element("section", { className: "right" },
          element("nav", {}, this.ask, this.halt, button("Copy link", () => void this.copy())),
          this.wrong,
          element("h2", { textContent: "Question" }), this.question.root,
          element("h2", { textContent: "Answer" }), this.others, this.rows, this.notes,
          element("h2", { textContent: "Legal moves" }), this.moves,
          element("h2", { textContent: "Rules" }), element("nav", {}, name("Sheet", this.files), this.about, this.reset), this.rules.root)));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") { this.inHand = null; this.chosen = null; this.draw(); }
    });
    addEventListener("hashchange", () => { if (location.hash !== this.written) void this.follow(); });
  }

  private written = "";

  /** Open what the address says. */
  async follow(): Promise<void> {
    const linked = link.read(location.hash);
    await this.open(linked.position || `${this.games.value}: start`, linked.question, linked.rules);
  }

  private get sheets(): Sheet[] { return [...this.game.base, ...this.game.parts]; }

  private async open(text: string, question?: string, rules?: string): Promise<void> {
    const known = [...this.games.options].map((option) => option.value), name = nameOf(text) || this.game?.name || known[0];
    if (!known.includes(name)) return this.fail(`there is no game '${name}'; there are ${known.join(", ")}`);
    if (name !== this.game?.name) {
      this.game = await this.load(name);
      this.edits.clear();
      this.sheet = "";
      this.inHand = null;
      this.position = empty(this.game);
      this.board = new Board(this.game, (cell) => this.choose(cell), (from, to) => this.drag(from, to));
      this.boards.replaceChildren(this.board.root);
      this.games.value = name;
      this.fill();
    }
    if (question !== undefined) this.question.text = question || HINT;
    let failed: string[] = [];
    if (rules !== undefined) {
      try {
        ({ edits: this.edits, failed } = await link.unpacked(this.sheets, rules));
      } catch {
        failed = ["the link"];
      }
    }
    this.turnTo(this.edits.keys().next().value ?? (this.sheet || this.first()));
    try {
      this.place(read(this.game, text.includes(":") ? text : `${name}: ${text}`), failed.map((each) => `The changes of ${each} do not fit the rules of this page, and are left out.`));
    } catch (error) {
      this.draw();
      this.fail(error);
    }
  }

  /** The sheet of the game's own in which kinds of pieces are introduced. */
  private first(): string {
    const own = this.game.base.filter(({ name }) => !/^(core|boards)\//.test(name));
    return (own.find(({ text }) => code(text).includes("abbreviation(")) ?? this.game.base[0]).name;
  }

  private fill(): void {
    const option = ({ name }: Sheet) => element("option", { value: name, textContent: name });
    const own = element("optgroup", { label: "What always holds" }, ...this.game.base.map(option));
    this.files.replaceChildren(own, element("optgroup", { label: "Positions" }, ...this.game.parts.map(option)));
    this.palette.replaceChildren(...Object.entries(this.game.glyphs).map(([id, { svg, name, army }]) => {
      const found = button("", () => this.hold({ kinds: [Object.keys(this.game.kinds).find((kind) => this.game.kinds[kind] === name)!], army }, id));
      found.title = `${army} ${name}`;
      found.dataset.piece = id;
      found.setAttribute("aria-label", found.title);
      found.append(element("img", { src: address(svg), alt: "", width: 32, height: 32 }));
      return found;
    }), button("Remove", () => this.hold("remove", "")), button("Done", () => this.hold(null, null)));
  }

  private hold(what: Playground["inHand"], id: string | null): void {
    this.inHand = what;
    for (const each of this.palette.querySelectorAll("button")) each.setAttribute("aria-pressed", String(id !== null && (each.dataset.piece ?? "") === id && each.textContent !== "Done"));
  }

  private turnTo(name: string): void {
    const sheet = this.sheets.find((each) => each.name === name) ?? this.game.base[0];
    this.sheet = this.files.value = sheet.name;
    this.about.textContent = sheet.about;
    this.rules.text = this.edits.get(sheet.name) ?? sheet.text;
    this.reset.disabled = !this.edits.has(sheet.name);
    this.mark();
  }

  private undo(): void {
    this.edits.delete(this.sheet);
    this.turnTo(this.sheet);
    this.changed();
    void this.solve();
  }

  private edited(text: string): void {
    if (text === this.sheets.find((each) => each.name === this.sheet)!.text) this.edits.delete(this.sheet);
    else this.edits.set(this.sheet, text);
    this.reset.disabled = !this.edits.has(this.sheet);
    this.changed();
  }

  /** Rules have changed: the answer is no longer theirs. */
  private changed(): void {
    this.state.textContent = "The rules have changed. Ask to see what they say (Ctrl+Enter).";
  }

  private async typed(): Promise<void> {
    await this.open(this.line.value);
  }

  private place(position: Position, notes: string[] = []): void {
    this.position = position;
    this.chosen = null;
    this.line.value = write(this.game, position);
    this.answers = [];
    this.draw();
    void this.solve(notes);
  }

  private pass(): void {
    const { players } = this.game;
    this.place({ ...this.position, turn: players[(players.indexOf(this.position.turn) + 1) % players.length] });
  }

  private choose(cell: string): void {
    if (this.inHand === null) {
      this.chosen = this.chosen === cell ? null : cell;
      this.draw();
      return;
    }
    const pieces = new Map(this.position.pieces);
    pieces.delete(cell);
    if (this.inHand !== "remove") pieces.set(cell, this.inHand);
    this.place({ ...this.position, pieces });
  }

  private drag(from: string, to: string): void {
    const pieces = new Map(this.position.pieces), piece = pieces.get(from);
    if (!piece) return;
    pieces.delete(from);
    this.place({ ...this.position, pieces: pieces.set(to, piece) });
  }

  private complaints: Message[] = [];

  private mark(): void {
    this.rules.mark(this.complaints.filter((each) => each.sheet === this.sheet));
    this.question.mark(this.complaints.filter((each) => each.sheet === QUESTION));
    this.wrong.replaceChildren(...this.complaints.map((each) => {
      const text = each.sheet ? `${each.sheet}, line ${each.line}: ${each.text}` : each.text;
      const go = button(text, () => {
        if (each.sheet === QUESTION) this.question.show(each.line);
        else if (each.sheet) { this.turnTo(each.sheet); this.rules.show(each.line); }
      });
      return element("li", { className: each.isError ? "error" : "" }, go);
    }));
  }

  private fail(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.complaints = [{ sheet: "", line: 0, text: error instanceof PositionError ? `Position: ${text}` : text, isError: true }];
    this.answers = [];
    this.state.textContent = "There is no answer.";
    this.mark();
    this.draw();
    document.documentElement.dataset.ready = "yes";
  }

  /** Ask clingo, and show what it answers. */
  private async solve(notes: string[] = []): Promise<void> {
    const run = this.run += 1, { game, position } = this;
    document.documentElement.dataset.ready = "no";
    await this.address();
    if (run !== this.run) return;
    this.complaints = [...this.edits].flatMap(([sheet, text]) => refused(sheet, text, null));
    this.complaints.push(...refused(QUESTION, this.question.text, game.stated));
    if (this.complaints.length) {
      this.mark();
      this.answers = [];
      this.state.textContent = "There is no answer: the rules are wrong.";
      this.draw();
      document.documentElement.dataset.ready = "yes";
      return;
    }
    const made = program(game, position, this.question.text, this.edits);
    this.state.textContent = "clingo is grounding and solving …";
    this.halt.disabled = false;
    try {
      const found = await this.solver.solve(made.text, ANSWERS);
      if (run !== this.run) return;
      this.complaints = messages(made, found.errors, game.stated);
      const isWrong = this.complaints.some((each) => each.isError), hasCost = found.answers.some((each) => each.cost.length);
      const some = isWrong ? [] : hasCost ? found.answers.slice(-1) : found.answers;
      this.answers = some.map((each) => answer(game, position, each.atoms));
      this.at = 0;
      this.state.textContent = isWrong ? "There is no answer: the rules are wrong."
        : this.answers.length ? `${found.seconds.toFixed(1)} s` : "There is no answer: the constraints cannot all be met.";
      this.more = [
        ...notes, ...(hasCost ? [`cost ${found.answers.at(-1)!.cost.join(", ")}${found.more ? " (there may be better ones)" : " (proved)"}`] : []),
        ...(!hasCost && found.more ? [`There are more than ${ANSWERS} answers.`] : []),
        ...(game.events ? ["What happens before a player moves (events) is not shown here: the position is taken as it stands after that."] : []),
      ];
      this.mark();
      this.draw();
    } catch (error) {
      if (run !== this.run) return;
      if (error instanceof Stopped) {
        this.state.textContent = "Stopped.";
        this.answers = [];
        this.draw();
      } else this.fail(error);
    }
    this.halt.disabled = this.solver.isBusy ? false : true;
    document.documentElement.dataset.ready = "yes";
  }

  private more: string[] = [];

  private draw(): void {
    const { game, position } = this, found = this.answers[this.at];
    const about: NonNullable<Frame["asked"]>["about"] = {};
    for (const [cell, { army }] of position.pieces) {
      const own = found?.moves.filter((move) => move.from === cell) ?? [];
      about[cell] = {
        player: army, guarded: [], shadowed: {},
        reached: own.filter((move) => !move.takes).map((move) => move.to), captures: own.filter((move) => move.takes).map((move) => move.to),
      };
    }
    const frame: Frame = {
      text: "", turn: position.turn, outcome: null, check: false, at: 0, move: null, touched: [], kind: "", before: null,
      pieces: Object.fromEntries([...position.pieces].map(([cell, piece]) => [cell, `${piece.army} ${pieceName(game, piece.kinds.slice(0, 1))}`])),
      asked: { about, attacked: {}, blocked: {} },
    };
    this.board.show(frame, this.chosen);
    if (found && this.chosen === null) for (const { cell, mark } of found.marks)
      if (MARKS[mark]) this.board.root.querySelector(`[data-cell="${CSS.escape(cell)}"]`)?.classList.add(MARKS[mark]);
    this.board.root.querySelectorAll(".checker").forEach((each) => each.classList.remove("checker"));
    for (const { from, to } of found?.checks ?? []) for (const cell of [from, to])
      this.board.root.querySelector(`[data-cell="${CSS.escape(cell)}"]`)?.classList.add("checker");
    const wrongMarks = found?.marks.filter(({ cell, mark }) => !MARKS[mark] || !(cell in game.cells)) ?? [];
    const name = (cell: string) => (position.pieces.get(cell) ? pieceName(game, position.pieces.get(cell)!.kinds) : "") + cell;
    this.notes.replaceChildren(...paragraphs(found ? [
      ...found.flaws.map((flaw) => `This position is not possible. ${flaw}`),
      found.outcome ?? `${position.turn} to move, ${found.moves.length} legal moves`,
      ...found.checks.map(({ from, to }) => `check: ${name(from)} attacks ${name(to)}`),
      ...wrongMarks.map(({ cell, mark }) => `mark(${cell},${mark}): marks are ${Object.keys(MARKS).join(", ")}, of cells`),
      ...this.more,
    ] : []));
    this.others.replaceChildren(...(this.answers.length > 1 ? this.answers.map((_, number) =>
      button(`Answer ${number + 1}`, () => { this.at = number; this.draw(); }, { disabled: number === this.at })) : []));
    this.rows.textContent = found?.rows.join("\n") ?? "";
    const shown = found?.moves.filter((move) => this.chosen === null || move.from === this.chosen || move.to === this.chosen) ?? [];
    this.moves.replaceChildren(...shown.map((move) => element("li", {}, button(move.text, () => { this.chosen = move.from || move.to; this.draw(); }))));
  }

  private async address(): Promise<void> {
    const question = this.question.text === HINT ? "" : this.question.text;
    const linked = { position: write(this.game, this.position), question, rules: await link.packed(this.sheets, this.edits) };
    this.written = link.write(linked);
    history.replaceState(null, "", this.written);
  }

  private async copy(): Promise<void> {
    await this.address();
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    this.state.textContent = "The address of this page is the link.";
  }
}

declare global {
  // What the scripts beside this one call with what they hold.
  var shadowmate: {
    clingo?: ConstructorParameters<typeof Solver>[0]; titles?: [string, string][]; game?: (game: Game) => void;
  };
}

function script(file: string): Promise<void> {
  return new Promise((resolve, reject) => document.head.append(element("script", { src: file, onload: () => resolve(), onerror: () => reject(new Error(`${file} cannot be loaded`)) })));
}

const loaded = new Map<string, Game>();
shadowmate.game = (game) => loaded.set(game.name, game);
const load = async (name: string) => {
  if (!loaded.has(name)) await script(`games/${name}.js`);
  return loaded.get(name)!;
};
const page = new Playground(new Solver(shadowmate.clingo!), load, shadowmate.titles!);
void page.follow();
