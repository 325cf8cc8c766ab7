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

  const show = () => {
    const frame = data.frames[at];
    const steps = data.frames.length > 1 ? `${at} of ${data.frames.length - 1}${frame.move ? `: ${frame.move}` : ""}; ` : "";
    state.textContent = steps + (frame.outcome ?? `${frame.turn} to move`);
    told.replaceChildren(...(chosen === null ? ["Choose a cell to ask about it."] : said(frame, chosen)).map((line) => {
      const found = document.createElement("p");
      found.textContent = line;
      return found;
    }));
    board.show(frame, chosen);
    if (turned) stack?.show(frame, chosen, floors);
    back.disabled = at === 0;
    on.disabled = at === data.frames.length - 1;
  };
  const choose = (cell: string) => {
    chosen = chosen === cell ? null : cell;
    show();
  };
  const step = (by: number) => {
    at = Math.max(0, Math.min(data.frames.length - 1, at + by));
    chosen = null;
    show();
  };
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
  bar.append(...(data.frames.length > 1 ? [back, on] : []), turn, picks);
  main.append(bar, state, board.root, told);
  addEventListener("keydown", (event) => {
    if (event.key === "n") step(1);
    if (event.key === "b") step(-1);
    if (event.key === "Escape") { chosen = null; show(); }
  });
  show();
  document.documentElement.dataset.ready = "yes";
}

void read().then(start);
