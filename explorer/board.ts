// The board as flat panels side by side, each an SVG whose cells can be chosen by mouse, finger and keyboard.

import { type Frame, type Game, geometry } from "./data";
import { dragging } from "./drag";
import { markOf } from "./words";

const NS = "http://www.w3.org/2000/svg";

function element(name: string, attributes: Record<string, string | number>, ...inside: Node[]): SVGElement {
  const found = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, String(value));
  found.append(...inside);
  return found;
}

/** A picture as an address that an image takes. */
export function address(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** The name of the cell that something is a part of. */
function cellAt(target: EventTarget | null): string | null {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell instanceof SVGElement ? cell.dataset.cell ?? null : null;
}

/** Set an attribute where it has another value: what is set anew is painted anew. */
function change(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export class Board {
  readonly root = document.createElement("div");
  private readonly cells = new Map<string, SVGElement>();
  private readonly at = new Map<string, { panel: number; x: number; y: number }>();

  /** `drag` is called where a piece is dragged from a cell to another; without it none can be. */
  constructor(private readonly game: Game, private readonly choose: (cell: string) => void, drag?: (from: string, to: string) => void) {
    this.root.className = "board";
    const { step, corners } = geometry(game.shape);
    const all = game.panels.flatMap((panel) => panel.cells);
    const xs = all.map((cell) => cell.x), ys = all.map((cell) => cell.y);
    const left = Math.min(...xs) * step[0] - 52, top = -Math.max(...ys) * step[1] - 32;
    const width = Math.max(...xs) * step[0] + 32 - left, height = -Math.min(...ys) * step[1] + 52 - top;
    game.panels.forEach((panel, number) => {
      const svg = element("svg", { viewBox: `${left} ${top} ${width} ${height}`, role: "group", "aria-label": panel.title || game.name });
      if (panel.lines.length) {
        const [x, y] = [Math.min(...panel.cells.map((cell) => cell.x)), Math.max(...panel.cells.map((cell) => cell.y))];
        const across = Math.max(...panel.cells.map((cell) => cell.x)) - x + 1, down = y - Math.min(...panel.cells.map((cell) => cell.y)) + 1;
        const [wide, high] = step;
        svg.append(
          element("rect", { class: "shade0", x: (x - 0.5) * wide, y: (-y - 0.5) * high, width: across * wide, height: down * high }),
          element("path", { class: "lines", d: panel.lines.map(([[a, b], [c, d]]) => `M${a * wide},${-b * high}L${c * wide},${-d * high}`).join("") }),
        );
      }
      for (const cell of panel.cells) {
        const x = cell.x * step[0], y = -cell.y * step[1];
        const ground = element("polygon", {
          class: panel.lines.length ? "ground point" : `ground shade${cell.shade}`,
          points: corners.map(([dx, dy]) => `${dx},${dy}`).join(" "),
        });
        const found = element("g", { transform: `translate(${x} ${y})`, role: "button", tabindex: -1 }, ground);
        found.dataset.cell = cell.name;
        this.cells.set(cell.name, found);
        this.at.set(cell.name, { panel: number, x: cell.x, y: cell.y });
        svg.append(found);
      }
      for (const label of panel.labels) {
        const dx = label.dx * step[0], dy = -label.dy * step[1];
        const edge = Math.max(...corners.map((corner) => corner[dy ? 1 : 0])), far = (edge + 12) / (Math.hypot(dx, dy) || 1);
        const text = element("text", { class: "label", x: label.x * step[0] - dx * far, y: -label.y * step[1] - dy * far + 5 });
        text.textContent = label.text;
        svg.append(text);
      }
      const figure = document.createElement("figure");
      if (panel.title) {
        const caption = document.createElement("figcaption");
        caption.textContent = panel.title;
        figure.append(caption);
      }
      figure.append(svg);
      this.root.append(figure);
    });
    this.cells.values().next().value?.setAttribute("tabindex", "0");
    if (drag) dragging(this.root, cellAt, drag);
    this.root.addEventListener("click", (event) => this.take(event.target));
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  show(frame: Frame, chosen: string | null, differs: ReadonlySet<string> = new Set()): void {
    for (const [name, cell] of this.cells) {
      const glyph = frame.pieces[name];
      const image = cell.querySelector("image");
      if (glyph && image?.getAttribute("data-glyph") !== glyph) {
        image?.remove();
        cell.append(element("image", { x: -22, y: -22, width: 44, height: 44, href: address(this.game.glyphs[glyph].svg), "data-glyph": glyph }));
      } else if (!glyph) image?.remove();
      const mark = markOf(frame, chosen, name);
      const differing = differs.has(name), piece = this.game.glyphs[glyph];
      change(cell, "class", differing ? `${mark} differs` : mark);
      change(cell, "aria-label", [name, piece ? `${piece.army} ${piece.name}` : "", mark, differing ? "differs" : ""].filter(Boolean).join(", "));
    }
  }

  private take(target: EventTarget | null): void {
    const cell = cellAt(target);
    if (cell) {
      this.focus(cell);
      this.choose(cell);
    }
  }

  private focus(name: string): void {
    for (const cell of this.cells.values()) cell.setAttribute("tabindex", "-1");
    this.cells.get(name)?.setAttribute("tabindex", "0");
    this.cells.get(name)?.focus();
  }

  private key(event: KeyboardEvent): void {
    const cell = event.target instanceof SVGElement ? event.target.dataset.cell : undefined;
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(cell);
      return;
    }
    const [dx, dy, dp] = ({
      ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, 1], PageDown: [0, 0, -1],
    } as Record<string, number[]>)[event.key] ?? [0, 0, 0];
    if (!dx && !dy && !dp) return;
    event.preventDefault();
    const here = this.at.get(cell)!;
    const away = (there: { panel: number; x: number; y: number }) => {
      const [x, y] = [there.x - here.x, there.y - here.y];
      if (there.panel !== here.panel + dp) return Infinity;
      if (dp) return Math.hypot(x, y);
      const along = x * dx + y * dy;
      return along > 0 ? along + 4 * Math.abs(x * dy - y * dx) : Infinity;
    };
    const [best, far] = [...this.at].map(([name, there]) => [name, away(there)] as const).reduce((a, b) => (b[1] < a[1] ? b : a));
    if (far < Infinity) this.focus(best);
  }
}
