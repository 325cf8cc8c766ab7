declare module "clingo-wasm/dist/clingo.js" {
  export interface ClingoModule {
    ccall(name: string, returns: string, types: string[], given: unknown[]): number;
  }
  export default function factory(about: {
    print: (line: string) => void; printErr: (line: string) => void;
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => void;
  }): Promise<ClingoModule>;
}
