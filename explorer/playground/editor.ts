// The editor of rules: CodeMirror with the colours of ASP, and marks at lines that are wrong.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Message } from "./program";

const language = StreamLanguage.define<{ inComment: boolean }>({
  startState: () => ({ inComment: false }),
  token(stream, state) {
    if (state.inComment || stream.match("%*")) {
      state.inComment = !stream.match(/^.*?\*%/);
      if (state.inComment) stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^%.*/)) return "comment";
    if (stream.match(/^"(?:\\.|[^"\\])*"?/)) return "string";
    if (stream.match(/^#\w+/) || stream.match(/^not\b/)) return "keyword";
    if (stream.match(/^_*[A-Z]\w*|^_\b/)) return "variableName";
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^@?[a-z_]\w*(?=\()/)) return "typeName";
    if (stream.match(/^[a-z_]\w*/)) return "atom";
    if (stream.match(/^(:-|:~|[<>=!]=?|\.\.|[-+*/\\|&^])/)) return "operator";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "%" } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" }, { tag: tags.string, class: "tok-string" }, { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.variableName, class: "tok-variable" }, { tag: tags.number, class: "tok-number" }, { tag: tags.typeName, class: "tok-predicate" },
  { tag: tags.operator, class: "tok-operator" },
]);

export class Editor {
  readonly root = document.createElement("div");
  private readonly view: EditorView;
  private quiet = false;

  constructor(name: string, changed: (text: string) => void, run: () => void) {
    this.root.className = "editor";
    this.view = new EditorView({
      parent: this.root,
      state: EditorState.create({
        extensions: [
          lineNumbers(), history(), lintGutter(), language, syntaxHighlighting(colours), EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": name }),
          keymap.of([{ key: "Mod-Enter", run: () => { run(); return true; } }, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => { if (update.docChanged && !this.quiet) changed(update.state.doc.toString()); }),
        ],
      }),
    });
  }

  get text(): string { return this.view.state.doc.toString(); }

  /** Show a text, without calling `changed`. */
  set text(text: string) {
    this.quiet = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.quiet = false;
  }

  /** Mark the lines that messages are about. */
  mark(messages: Message[]): void {
    const doc = this.view.state.doc;
    this.view.dispatch(setDiagnostics(this.view.state, messages.map((each) => {
      const line = doc.line(Math.min(Math.max(each.line, 1), doc.lines));
      return { from: line.from, to: line.to, severity: each.isError ? "error" as const : "warning" as const, message: each.text };
    })));
  }

  /** Bring a line into view. */
  show(line: number): void {
    const found = this.view.state.doc.line(Math.min(Math.max(line, 1), this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: found.from }, effects: EditorView.scrollIntoView(found.from, { y: "center" }) });
    this.view.focus();
  }
}
