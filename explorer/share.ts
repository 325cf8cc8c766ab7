// A position to take along: in words, as a FEN, as a link, or as a picture.

import type { Asker, Copied } from "./asker";
import { address } from "./board";
import { button, element, group } from "./dom";
import type { Tool, View } from "./view";

const WIDTH = 1600;

export class Share implements Tool {
  readonly root = group("Copy as");

  constructor(private readonly view: View, private readonly asker: Asker) {
    this.root.append(
      button("Position", () => this.copy(({ text }) => text)),
      button("FEN", () => this.copy(({ fen }) => fen)),
      ...(asker.hasAddress ? [button("Link", () => this.copy(({ text }) => linkTo(text)))] : []),
      button("SVG", () => this.save(({ svg }) => Promise.resolve(new Blob([svg], { type: "image/svg+xml" })), "position.svg")),
      button("PNG", () => this.save(({ svg }) => painted(svg), "position.png")));
  }

  private async asked(): Promise<Copied> {
    const { chapter, at } = this.view;
    return this.asker.ask<Copied>({ ask: "copy", chapter, at });
  }

  private async copy(part: (found: Copied) => string | null): Promise<void> {
    try {
      const text = part(await this.asked());
      if (text === null) throw new Error(`${this.view.game.name} has no FEN for this position`);
      const field = element("textarea", { value: text, rows: 3, readOnly: true });
      field.setAttribute("aria-label", "Copied text");
      await navigator.clipboard.writeText(text).then(() => this.view.say(["Copied:"]), () => this.view.say(["Copy this:"]));
      this.view.sayAlso(field);
      field.select();
    } catch (error) {
      this.view.fail(error);
    }
  }

  private async save(made: (found: Copied) => Promise<Blob>, download: string): Promise<void> {
    try {
      const href = URL.createObjectURL(await made(await this.asked()));
      element("a", { href, download }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    } catch (error) {
      this.view.fail(error);
    }
  }
}

/** The address of this page with a position in it. */
function linkTo(text: string): string {
  const found = new URL(location.href);
  found.hash = new URLSearchParams({ position: text }).toString();
  return found.href;
}

/** The position in the page's address, if there is one. */
export function linked(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get("position");
}

/** A picture as a PNG. */
async function painted(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = address(svg);
  await image.decode();
  const canvas = element("canvas", { width: WIDTH, height: Math.round((WIDTH * image.height) / image.width) });
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((keep, fail) => canvas.toBlob((found) => (found ? keep(found) : fail(new Error("no picture"))), "image/png"));
}
