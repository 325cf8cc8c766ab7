// Elements of the page.

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name, about: Partial<HTMLElementTagNameMap[Name]> = {}, ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const found = Object.assign(document.createElement(name), about);
  found.append(...inside);
  return found;
}

export function button(text: string, does: () => unknown, about: Partial<HTMLButtonElement> = {}): HTMLButtonElement {
  const found = element("button", { type: "button", textContent: text, ...about });
  found.addEventListener("click", () => void does());
  return found;
}

/** A choice among words, with its name before it. */
export function choice(name: string, words: string[], chosen: string, does: (word: string) => unknown): HTMLLabelElement {
  const select = element("select", {}, ...words.map((word) => element("option", { value: word, textContent: word })));
  select.setAttribute("aria-label", name);
  select.value = chosen;
  select.addEventListener("change", () => void does(select.value));
  return element("label", {}, `${name} `, select);
}

/** A box to be ticked, with its name behind it. */
export function box(name: string, checked: boolean, does: (checked: boolean) => unknown): HTMLLabelElement {
  const input = element("input", { type: "checkbox", checked });
  input.addEventListener("change", () => void does(input.checked));
  return element("label", {}, input, name);
}

/** Some fields under a heading. */
export function group(heading: string, ...inside: (Node | string)[]): HTMLFieldSetElement {
  return element("fieldset", {}, element("legend", { textContent: heading }), ...inside);
}

export function paragraphs(lines: string[]): HTMLElement[] {
  return lines.map((textContent) => element("p", { textContent }));
}
