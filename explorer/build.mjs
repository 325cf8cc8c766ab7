// Builds ../solver/exploring/explorer.js; its first line has the digest of the sources, which a test compares.
// The licence of three.js follows.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { build } from "esbuild";

const sources = [...readdirSync(".").filter((name) => name.endsWith(".ts")), "package-lock.json"].sort();
const digest = createHash("sha256");
for (const name of sources) digest.update(readFileSync(name));
const licence = `/*! Contains three.js.
${readFileSync("node_modules/three/LICENSE", "utf8").trim()}
*/`;
await build({
  entryPoints: ["explorer.ts"],
  outfile: "../solver/exploring/explorer.js",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "inline",
  banner: { js: `// Built from explorer/ by "npm ci && npm run build"; sources ${digest.digest("hex")}\n${licence}` },
});
