// What a link says, in the part of the address that no server sees: position, question, and changes of the rules.

import { applyPatch, createPatch } from "diff";
import type { Sheet } from "./game";

export interface Linked { position: string; question: string; rules: string }

/** Read the part of an address behind "#". */
export function read(hash: string): Linked {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  return { position: found.get("position") ?? "", question: found.get("question") ?? "", rules: found.get("rules") ?? "" };
}

export function write(linked: Linked): string {
  return `#${new URLSearchParams(Object.entries(linked).filter(([, value]) => value))}`;
}

/** Changes of sheets as one word: for each sheet a patch, compressed. */
export async function packed(sheets: Sheet[], edits: Map<string, string>): Promise<string> {
  const patches = sheets.filter(({ name }) => edits.has(name)).map(({ name, text }) => [name, createPatch("", text, edits.get(name)!, "", "", { context: 1 })]);
  if (!patches.length) return "";
  const bytes = new Uint8Array(await through(new TextEncoder().encode(JSON.stringify(patches)), new CompressionStream("deflate-raw")));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The sheets that a link changes, and the names of those that its changes do not fit. */
export async function unpacked(sheets: Sheet[], word: string): Promise<{ edits: Map<string, string>; failed: string[] }> {
  const edits = new Map<string, string>(), failed: string[] = [];
  if (!word) return { edits, failed };
  const bytes = Uint8Array.from(atob(word.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const patches: [string, string][] = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  for (const [name, patch] of patches) {
    const text = sheets.find((each) => each.name === name)?.text;
    const changed = text === undefined ? false : applyPatch(text, patch);
    if (changed === false) failed.push(name);
    else edits.set(name, changed);
  }
  return { edits, failed };
}

function through(bytes: Uint8Array<ArrayBuffer>, change: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer();
}
