// The chapters of a page as a gallery of small boards, and a list to choose one from.

import { Board } from "./board";
import { frameOf } from "./data";
import { button, element } from "./dom";
import type { Tool, View } from "./view";

export class Gallery implements Tool {
  readonly root = element("div", { hidden: true });
  private readonly wall = element("section", { className: "gallery", hidden: true });
  private readonly list = element("select");
  private readonly controls = element("span", { className: "chapters" });
  private listed = 0;

  constructor(private readonly view: View) {
    this.wall.setAttribute("aria-label", "Gallery");
    this.list.setAttribute("aria-label", "Position");
    this.list.addEventListener("change", () => view.open(Number(this.list.value)));
    this.controls.append(button("Gallery", () => this.show()), this.list);
    view.offer(this.controls);
    view.root.append(this.wall);
  }

  shown(): void {
    const { chapters } = this.view.data;
    this.controls.hidden = chapters.length < 2;
    if (this.listed !== chapters.length) {
      this.listed = chapters.length;
      this.list.replaceChildren(...chapters.map(({ title, game }, number) =>
        element("option", { value: String(number), textContent: title || this.view.data.games[game].name })));
    }
    this.list.value = String(this.view.chapter);
  }

  /** Show all chapters at once, to choose one. */
  show(): void {
    const { data } = this.view;
    this.wall.replaceChildren(...data.chapters.map((chapter, number) => {
      const game = data.games[chapter.game], board = new Board(game, () => {});
      board.root.inert = true;
      board.show(frameOf(chapter, 0), null);
      const name = chapter.title || game.name;
      return element("figure", {}, board.root, button(name, () => {
        this.leave();
        this.view.open(number);
      }), ` ${chapter.notes[0] ?? ""}`);
    }));
    this.wall.hidden = false;
    this.view.hide(true);
    this.wall.querySelector("button")?.focus();
  }

  private leave(): void {
    this.wall.hidden = true;
    this.wall.replaceChildren();
    this.view.hide(false);
  }
}
