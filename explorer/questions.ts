// What the program is asked of the position shown: what its pieces do, and why.

import type { AboutAll, Asker } from "./asker";
import { element, paragraphs } from "./dom";
import type { Tool, View } from "./view";

export class Questions implements Tool {
  readonly root = element("div", { hidden: true });
  private readonly waiting = new Set<string>();

  /** `isBusy` says when questions should wait. */
  constructor(private readonly view: View, private readonly asker: Asker, private readonly isBusy: () => boolean) {}

  shown(): void {
    void this.about().catch((error) => this.view.fail(error));
    void this.why().catch((error) => this.view.fail(error));
  }

  /** Ask once what the pieces of the position can do. */
  private async about(): Promise<void> {
    const { view } = this, { chapter, at } = view, key = `${chapter} ${at}`;
    const position = view.pages.positions[view.pages.steps[at].at];
    if (position.asked || this.waiting.has(key) || this.isBusy()) return;
    this.waiting.add(key);
    try {
      Object.assign(position, await this.asker.ask<AboutAll>({ ask: "about", chapter, at }));
    } finally {
      this.waiting.delete(key);
    }
    if (view.chapter === chapter && view.at === at) view.show();
  }

  /** Ask what attacks the chosen cell, and along which routes. */
  private async why(): Promise<void> {
    const { view } = this, { chapter, at, chosen, sayings } = view;
    if (chosen === null || view.frame.text === "") return;
    const { lines } = await this.asker.ask<{ lines: string[] }>({ ask: "why", chapter, at, to: chosen });
    if (sayings === view.sayings) view.sayAlso(...paragraphs(lines));
  }
}
