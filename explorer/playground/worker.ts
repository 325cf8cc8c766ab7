// clingo in a thread of its own: it gets the machine code first, then programs, and answers each.

import factory, { type ClingoModule } from "clingo-wasm/dist/clingo.js";

export interface Request { program: string; answers: number }
export interface Reply { results: string; errors: string; seconds: number }

const results: string[] = [], errors: string[] = [];
let clingo: Promise<ClingoModule>;

addEventListener("message", async ({ data }: MessageEvent<ArrayBuffer | Request>) => {
  if (data instanceof ArrayBuffer) {
    clingo = factory({
      print: (line) => results.push(line),
      printErr: (line) => errors.push(line),
      instantiateWasm: (imports, done) => void WebAssembly.instantiate(data, imports).then(({ instance }) => done(instance)),
    });
    return;
  }
  results.length = errors.length = 0;
  let broken = "";
  const module = await clingo, begin = performance.now();
  try {
    module.ccall("run", "number", ["string", "string"], [data.program, `--outf=2 ${data.answers}`]);
  } catch (error) {
    broken = String(error);
  }
  const reply: Reply = { results: results.join(""), errors: [...errors, broken].join("\n"), seconds: (performance.now() - begin) / 1000 };
  postMessage(reply);
});
