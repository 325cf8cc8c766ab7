// The moves of a chapter as a tree of buttons: a solution with its keys and variations, or what was played.

import type { Chapter } from "./data";
import { button, element } from "./dom";

export class Tree {
  readonly root = element("section", { className: "tree" });
  private readonly links = new Map<number, HTMLButtonElement>();

  constructor(private readonly go: (step: number) => void) {
    this.root.setAttribute("aria-label", "Moves");
    this.root.tabIndex = 0;
  }

  /** List the moves anew. */
  draw(chapter: Chapter, at: number): void {
    this.links.clear();
    const next = following(chapter);
    this.root.hidden = !next.some((each) => each.length > 1);
    this.root.replaceChildren(...(this.root.hidden ? [] : [this.branch(chapter, next, 0)]));
    this.point(at);
  }

  /** Point out where the board is. */
  point(at: number): void {
    for (const [step, link] of this.links) {
      if (step === at) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    }
  }

  private branch(chapter: Chapter, next: number[][], step: number): HTMLUListElement {
    return element("ul", {}, ...next[step].map((each) => {
      const { move, kind } = chapter.steps[each], link = button(move ?? "", () => this.go(each));
      this.links.set(each, link);
      return element("li", {}, link, kind ? ` ${kind}` : "", ...(next[each].length ? [this.branch(chapter, next, each)] : []));
    }));
  }
}

/** For each step those that come next. */
export function following(chapter: Chapter): number[][] {
  const found: number[][] = chapter.steps.map(() => []);
  chapter.steps.forEach((each, number) => { if (each.before !== null) found[each.before].push(number); });
  return found;
}
