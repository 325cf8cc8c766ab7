// The readings of a game: switched, or two side by side with what differs marked.

import type { Asker, Opened } from "./asker";
import { Board } from "./board";
import type { About, Asked, Frame, Game, Position } from "./data";
import { button, choice, element, group, paragraphs } from "./dom";
import type { Tool, View } from "./view";
import { markOf } from "./words";

export class Readings implements Tool {
  readonly root = group("Readings");
  private readonly choices = element("div");
  private readonly other = element("section", { className: "other", hidden: true });
  private readonly chosen = new Map<string, string>();
  private board: Board | null = null;
  private position: Position | null = null;
  private place = "";
  private key = "";

  constructor(private readonly view: View, private readonly asker: Asker) {
    this.root.append(
      this.choices,
      button("Switch", () => this.switch()),
      button("Side by side", () => this.compare()));
    this.other.setAttribute("aria-label", "The other reading");
    view.beside(this.other);
  }

  shown(): void {
    const { view } = this, place = `${view.chapter} ${view.at} ${view.frame.text === ""}`;
    if (view.pages.game !== this.key) this.list();
    if (this.place !== place) this.leave();
    this.place = place;
    if (this.position) this.compared();
  }

  private list(): void {
    this.key = this.view.pages.game;
    const { readings } = this.view.game;
    this.root.hidden = !readings.length;
    this.chosen.clear();
    this.choices.replaceChildren(...readings.map(({ question, names, chosen }) => {
      this.chosen.set(question, chosen);
      return choice(question, names, chosen, (name) => this.chosen.set(question, name));
    }));
  }

  private leave(): void {
    this.position = null;
    this.other.hidden = true;
    this.view.differs = new Set();
    this.view.draw();
  }

  private async switch(): Promise<void> {
    const { chapter, at } = this.view, readings = [...this.chosen.values()];
    try {
      this.view.opened(await this.asker.ask<Opened>({ ask: "switch", chapter, at, readings }));
    } catch (error) {
      this.view.fail(error);
    }
  }

  private async compare(): Promise<void> {
    const { view } = this, { chapter, at, place } = { ...view, place: this.place }, readings = [...this.chosen.values()];
    try {
      const { position, game } = await this.asker.ask<{ position: Position; game: Game }>({ ask: "beside", chapter, at, readings });
      if (this.place !== place) return;
      this.position = position;
      this.board = new Board(game, (cell) => view.choose(cell));
      const names = game.readings.map((each) => each.chosen).filter((name) => !view.game.readings.some((each) => each.chosen === name));
      this.other.replaceChildren(
        element("h2", { textContent: names.join(", ") || "the same readings" }), this.board.root, element("div", { className: "differences" }));
      this.other.hidden = false;
      this.compared();
    } catch (error) {
      view.fail(error);
    }
  }

  /** Mark and list what differs between the two. */
  private compared(): void {
    const { view, position } = this;
    if (!position || !view.frame.asked || !position.asked) return;
    const other: Frame = { ...view.frame, ...position };
    const found = differing(view.frame, other, view.chosen);
    view.differs = found;
    view.draw();
    this.board?.show(other, view.chosen, found);
    const outcomes = view.frame.outcome === other.outcome ? [] : [`outcome: ${view.frame.outcome ?? "none"} here, ${other.outcome ?? "none"} there`];
    const cells = found.size ? `different: ${[...found].sort().join(" ")}` : "no difference";
    this.other.querySelector(".differences")!.replaceChildren(...paragraphs([cells, ...outcomes]));
  }
}

/** The cells that are marked differently; where none is chosen, the pieces that can do different things. */
function differing(one: Frame, two: Frame, chosen: string | null): Set<string> {
  const cells = new Set([...Object.keys(one.pieces), ...Object.keys(two.pieces)]);
  if (chosen === null) return new Set([...cells].filter((cell) => spelled(one.asked, cell) !== spelled(two.asked, cell)));
  const marked = [one, two].flatMap(({ asked }) => {
    const about = asked?.about[chosen];
    const far = about ? [...about.reached, ...about.captures, ...about.guarded, ...Object.keys(about.shadowed)] : [];
    return [...far, ...(asked?.attacked[chosen] ?? []), ...Object.keys(asked?.blocked[chosen] ?? {})];
  });
  return new Set(marked.filter((cell) => markOf(one, chosen, cell) !== markOf(two, chosen, cell)));
}

function spelled(asked: Asked | null, cell: string): string {
  const about: About | undefined = asked?.about[cell];
  return about ? JSON.stringify([about.reached, about.captures, about.guarded]) : "";
}
