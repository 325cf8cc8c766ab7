// Where the script begins: in a page whose data stands in it, compressed, or in a notebook.

import { type Asker, type Model, type Opened, overHttp, throughModel } from "./asker";
import type { Data } from "./data";
import { element } from "./dom";
import { Gallery } from "./gallery";
import { Play } from "./play";
import { Questions } from "./questions";
import { Readings } from "./readings";
import { Setup } from "./setup";
import { linked, Share } from "./share";
import { View } from "./view";

const MODES = { ask: "Ask", play: "Play", setup: "Set up" } as const;
type Mode = keyof typeof MODES;

/** Show data in an element; with an asker, the page asks and plays too. */
export function start(root: HTMLElement, data: Data, asker: Asker | null): View {
  const view = new View(root, data, asker), gallery = new Gallery(view);
  view.add(gallery);
  if (asker && data.service) {
    let mode: Mode = "play";
    const play = new Play(view, asker, data.service, () => mode === "play");
    const setup = new Setup(view, asker);
    const choices = element("form");  // so that another widget of a notebook has choices of its own
    const modes = element("fieldset", { className: "modes" }, element("legend", { textContent: "A click" }), choices);
    const inputs = new Map<Mode, HTMLInputElement>();
    const enter = (wanted: Mode) => {
      mode = wanted;
      inputs.get(mode)!.checked = true;
      setup.isOn = mode === "setup";
    };
    for (const each of Object.keys(MODES) as Mode[]) {
      const input = element("input", { type: "radio", name: "mode", checked: each === mode });
      input.addEventListener("change", () => enter(each));
      inputs.set(each, input);
      choices.append(element("label", {}, input, MODES[each]));
    }
    setup.left = () => enter("play");
    view.offer(modes);
    view.add(setup);
    view.add(play);
    view.add(new Questions(view, asker, () => play.isBusy || mode === "setup"));
    view.add(new Readings(view, asker));
    view.add(new Share(view, asker));
  }
  view.open(0);
  if (data.chapters.length > 1 && !linked()) gallery.show();
  return view;
}

/** What a notebook calls to show the widget, by anywidget. */
function render({ model, el }: { model: Model; el: HTMLElement }): void {
  const root = element("div", { className: "explorer" });
  // Keys typed here are not commands of the notebook: JupyterLab heeds the attribute, others see no event.
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  root.addEventListener("keydown", (event) => event.stopPropagation());
  el.append(root);
  start(root, structuredClone(model.get("shown")) as Data, throughModel(model));
}

export default { render };

async function read(packed: string): Promise<Data> {
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

async function startPage(packed: string): Promise<void> {
  const data = await read(packed), asker = data.service ? overHttp() : null;
  const view = start(document.querySelector<HTMLElement>("main.explorer")!, data, asker);
  const text = linked();
  if (asker && text) {
    await asker.ask<Opened>({ ask: "read", chapter: 0, text }).then((found) => view.opened(found), (error) => view.fail(error));
  }
  document.documentElement.dataset.ready = "yes";
}

const packed = document.getElementById("explorer-data")?.textContent;
if (packed) void startPage(packed);
