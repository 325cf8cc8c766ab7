// Builds dist/, what the playground's page needs besides the games: docs/site.py adds those.
import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { build } from "esbuild";

const usual = { bundle: true, minify: true, format: "iife", target: "es2023", charset: "utf8", legalComments: "inline", logLevel: "warning" };
await build({ ...usual, entryPoints: ["playground.ts"], outfile: "dist/playground.js" });
const worker = await build({
  ...usual, entryPoints: ["worker.ts"], write: false, define: { "import.meta.url": "undefined" }, external: ["node:*"], alias: { "clingo-wasm/dist/clingo.js": "./node_modules/clingo-wasm/dist/clingo.js" },
  platform: "browser",
});
// A page from a folder may load scripts and nothing else, so that the machine code is in one, too.
const wasm = deflateSync(readFileSync("node_modules/clingo-wasm/dist/clingo.wasm"), { level: 9 }).toString("base64");
const licence = "/* clingo-wasm: https://github.com/domoritz/clingo-wasm, Apache-2.0; clingo: https://potassco.org/clingo, MIT */";
writeFileSync("dist/clingo.js", `${licence}\nshadowmate.clingo = ${JSON.stringify({ worker: worker.outputFiles[0].text, wasm })};\n`);
writeFileSync("dist/board.html", readFileSync("board.html"));
writeFileSync("dist/playground.css", readFileSync("../../solver/exploring/explorer.css", "utf8") + readFileSync("playground.css", "utf8"));
