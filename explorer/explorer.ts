// The page: a board that one can ask, turn and step through. Its data stands in the page, compressed.

import { Board } from "./board";
import { type Data, said } from "./data";
import { Stack } from "./stack";

async function read(): Promise<Data> {
  const text = document.getElementById("data")!.textContent!.trim();
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

function button(text: string, does: () => void): HTMLButtonElement {
  const found = document.createElement("button");
  found.type = "button";
  found.textContent = text;
  found.addEventListener("click", does);
  return found;
}

function start(data: Data): void {
  const main = document.querySelector("main")!;
  const told = document.createElement("section");
  told.className = "told";
  told.setAttribute("aria-live", "polite");
  const state = document.createElement("p");
  state.className = "state";
  const floors = new Set(data.panels.keys());
  let at = 0, chosen: string | null = null;
  let stack: Stack | null = null, turned = false;

  const next: number[][] = data.steps.map(() => []);
  data.steps.forEach((each, number) => { if (each.before !== null) next[each.before].push(number); });
  const branches = next.some((each) => each.length > 1);
  const tree = document.createElement("section");
  tree.className = "tree";
  tree.setAttribute("aria-label", "Moves");
  const links = new Map<number, HTMLButtonElement>();
  const grow = (number: number): HTMLUListElement => {
    const list = document.createElement("ul");
    for (const each of next[number]) {
      const item = document.createElement("li"), { move, kind } = data.steps[each];
      const link = button(move ?? "", () => go(each));
      links.set(each, link);
      item.append(link, kind ? ` ${kind}` : "", ...(next[each].length ? [grow(each)] : []));
      list.append(item);
    }
    return list;
  };
  if (branches) tree.append(grow(0));
  const go = (number: number) => {
    at = number;
    chosen = null;
    show();
  };
  let depth = 0;
  const show = () => {
    const frame = { ...data.positions[data.steps[at].at], ...data.steps[at] };
    depth = 0;
    for (let before = frame.before; before !== null; before = data.steps[before].before) depth += 1;
    const place = branches ? "" : `${depth} of ${data.steps.length - 1}`;
    const made = frame.move ? `${frame.kind ? `${frame.kind} ` : ""}${frame.move}` : "";
    const steps = data.steps.length > 1 ? [[place, made].filter(Boolean).join(": "), "; "].join("").replace(/^; /, "") : "";
    state.textContent = steps + (frame.outcome ?? `${frame.turn} to move`);
    for (const [number, link] of links) link.toggleAttribute("aria-current", number === at);
    told.replaceChildren(...(chosen === null ? ["Choose a cell to ask about it."] : said(frame, chosen)).map((line) => {
      const found = document.createElement("p");
      found.textContent = line;
      return found;
    }));
    board.show(frame, chosen);
    if (turned) stack?.show(frame, chosen, floors);
    back.disabled = at === 0;
    on.disabled = !next[at].length;
  };
  const choose = (cell: string) => {
    chosen = chosen === cell ? null : cell;
    show();
  };
  const step = (by: number) => go((by > 0 ? next[at][0] : data.steps[at].before) ?? at);
  const board = new Board(data, choose);
  const back = button("Back", () => step(-1)), on = button("Next", () => step(1));
  const picks = document.createElement("fieldset");
  picks.hidden = true;
  const legend = document.createElement("legend");
  legend.textContent = "Floors";
  picks.append(legend, ...data.panels.map((panel, number) => {
    const label = document.createElement("label"), box = document.createElement("input");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => {
      if (box.checked) floors.add(number); else floors.delete(number);
      show();
    });
    label.append(box, panel.title || data.game);
    return label;
  }));
  const turn = button("Turn in space", () => {
    if (!turned && !stack) {
      try {
        stack = new Stack(data, choose);
        board.root.before(stack.canvas);
      } catch {
        turn.disabled = true;
        turn.textContent = "This browser has no WebGL";
        return;
      }
    }
    turned = !turned;
    stack!.canvas.hidden = picks.hidden = !turned;
    board.root.hidden = turned;
    turn.textContent = turned ? "Flat board" : "Turn in space";
    show();
  });
  const bar = document.createElement("nav");
  bar.setAttribute("aria-label", "View");
  bar.append(...(data.steps.length > 1 ? [back, on] : []), turn, picks);
  main.append(bar, state, ...(branches ? [tree] : []), board.root, told);
  addEventListener("keydown", (event) => {
    if (event.key === "n") step(1);
    if (event.key === "b") step(-1);
    if (event.key === "Escape") { chosen = null; show(); }
  });
  show();
  document.documentElement.dataset.ready = "yes";
}

void read().then(start);
