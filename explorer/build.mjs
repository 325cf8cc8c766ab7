// Builds ../solver/exploring/explorer.js; its first line has the digest of the sources, which a test compares.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const sources = ["board.ts", "data.ts", "explorer.ts", "package-lock.json", "stack.ts"];
const digest = createHash("sha256");
for (const name of sources) digest.update(readFileSync(name));
await build({
  entryPoints: ["explorer.ts"],
  outfile: "../solver/exploring/explorer.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "inline",
  banner: { js: `// Built from explorer/ by "npm ci && npm run build"; sources ${digest.digest("hex")}` },
});
