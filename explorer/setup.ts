// The set-up mode: pieces put on cells and taken off, the player to move, and what else a position has.

import type { Asker, Opened, Question } from "./asker";
import { address } from "./board";
import type { Frame } from "./data";
import { button, choice, element, group } from "./dom";
import type { Tool, View } from "./view";

export class Setup implements Tool {
  readonly root = group("Set up");
  private readonly palette = element("div", { className: "palette" });
  private readonly turn = element("div");
  private readonly more = element("input", { type: "text", spellcheck: false });
  private readonly text = element("textarea", { rows: 3, spellcheck: false });
  private draft: Frame | null = null;
  private inHand: string | null = null;
  private game = "";

  constructor(private readonly view: View, private readonly asker: Asker) {
    this.root.hidden = true;
    this.root.append(
      this.palette, this.turn,
      element("label", {}, "Rights and counts ", this.more),
      button("Use this position", () => this.finish()),
      button("Empty board", () => {
        this.more.value = "";
        this.change({});
      }),
      element("label", {}, "Or a position in words, or a FEN ", this.text),
      button("Read", () => this.ask({ ask: "read", chapter: this.view.chapter, text: this.text.value })));
  }

  /** Begin with the position that is shown, or leave that as it was. */
  set isOn(on: boolean) {
    this.root.hidden = !on;
    this.draft = null;
    if (on) {
      const { frame } = this.view;
      this.draft = { ...frame, text: "", asked: null, touched: [], outcome: null, check: false, move: null };
      this.more.value = frame.more ?? "";
      this.text.value = frame.text;
      this.list();
    }
    this.view.go(this.view.at);
  }

  frame(): Frame | null { return this.draft; }

  takes(from: string | null, to: string, dragged: boolean): boolean {
    if (!this.draft) return false;
    const pieces = { ...this.draft.pieces };
    if (dragged && from !== null) {
      pieces[to] = pieces[from];
      delete pieces[from];
    } else if (this.inHand && pieces[to] !== this.inHand) pieces[to] = this.inHand;
    else delete pieces[to];
    this.change(pieces);
    return true;
  }

  private change(pieces: Record<string, string>): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, pieces };
    this.view.draw();
  }

  private list(): void {
    if (this.game !== this.view.pages.game) {
      this.game = this.view.pages.game;
      this.inHand = null;
      const { glyphs } = this.view.game;
      this.palette.replaceChildren(...Object.entries(glyphs).map(([id, { svg, name, army }]) => {
        const found = button("", () => this.hold(id), { title: `${army} ${name}` });
        found.setAttribute("aria-label", `${army} ${name}`);
        found.append(element("img", { src: address(svg), alt: "", width: 36, height: 36 }));
        found.dataset.piece = id;
        return found;
      }), button("Remove", () => this.hold(null)));
    }
    this.turn.replaceChildren(choice("To move", this.view.game.players, this.draft?.turn ?? "", (turn) => {
      if (this.draft) this.draft = { ...this.draft, turn };
    }));
    this.hold(this.inHand);
  }

  /** The piece that a click puts down; null removes pieces. */
  private hold(id: string | null): void {
    this.inHand = id;
    for (const each of this.palette.querySelectorAll("button"))
      each.setAttribute("aria-pressed", String((each.dataset.piece ?? null) === id));
  }

  private finish(): Promise<void> {
    const { pieces, turn } = this.draft!;
    return this.ask({ ask: "set up", chapter: this.view.chapter, pieces, turn, more: this.more.value });
  }

  private async ask(question: Question): Promise<void> {
    try {
      const found = await this.asker.ask<Opened>(question);
      this.draft = null;
      this.view.opened(found);
      this.left();
    } catch (error) {
      this.view.fail(error);
    }
  }

  /** Called where the mode is to end by itself. */
  left: () => void = () => {};
}
