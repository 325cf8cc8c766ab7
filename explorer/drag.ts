// Pieces dragged from cell to cell with a mouse or a pen; fingers scroll, and choose both cells.

const FAR = 6;

/** Call `drop` with the cells between which a piece was dragged. */
export function dragging(root: HTMLElement, cellAt: (target: EventTarget | null) => string | null, drop: (from: string, to: string) => void): void {
  let from: string | null = null, ghost: SVGElement | null = null, start = [0, 0], dragged = false;
  const end = () => {
    ghost?.remove();
    ghost = null;
    from = null;
  };
  root.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.pointerType === "touch" || event.button !== 0) return;
    const cell = cellAt(event.target);
    if (cell && (event.target as Element).closest("[data-cell]")?.querySelector("image")) {
      from = cell;
      start = [event.clientX, event.clientY];
    }
  });
  root.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
    if (!ghost && Math.hypot(x, y) > FAR) {
      ghost = root.querySelector(`[data-cell="${CSS.escape(from)}"] image`)?.cloneNode() as SVGElement | null;
      if (ghost) {
        const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        picture.setAttribute("viewBox", "-22 -22 44 44");
        picture.setAttribute("class", "ghost");
        picture.append(ghost);
        root.append(picture);
        ghost = picture;
      }
    }
    if (ghost) {
      dragged = true;
      ghost.style.left = `${event.clientX}px`;
      ghost.style.top = `${event.clientY}px`;
    }
  });
  addEventListener("pointerup", (event) => {
    const origin = from, moved = dragged;
    end();
    if (!origin || !moved) return;
    const target = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (target && target !== origin) drop(origin, target);
  });
  addEventListener("pointercancel", end);
  // The click that ends a drag chooses nothing.
  root.addEventListener("click", (event) => { if (dragged) event.stopImmediatePropagation(); dragged = false; }, true);
}
