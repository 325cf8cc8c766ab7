// The page's side of clingo: a worker that is started when it is needed, and ended to stop it.

import type { Reply, Request } from "./worker";

export interface Solved { answers: { atoms: string[]; cost: number[] }[]; more: boolean; errors: string; seconds: number }

export class Stopped extends Error {}

/** What clingo.js holds: the worker's script, and the machine code, compressed. */
interface Packed { worker: string; wasm: string }

export class Solver {
  private worker: Worker | null = null;
  private reject: ((error: Error) => void) | null = null;
  private wasm: Promise<ArrayBuffer> | null = null;

  constructor(private readonly packed: Packed) {}

  get isBusy(): boolean { return this.reject !== null; }

  /** Ground and solve a program; of those with a cost the last answer is the best. */
  async solve(program: string, answers: number): Promise<Solved> {
    this.stop();
    const worker = this.worker ??= await this.start();
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.reject = reject;
      worker.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message || "clingo broke down"));
      const request: Request = { program, answers };
      worker.postMessage(request);
    }).finally(() => { this.reject = null; });
    if (!reply.results.trim()) throw new Error(reply.errors.trim() || "clingo broke down");
    const found = JSON.parse(reply.results);
    const witnesses: { Value?: string[]; Costs?: number[] }[] = found.Call?.at(-1)?.Witnesses ?? [];
    return {
      answers: witnesses.map(({ Value, Costs }) => ({ atoms: Value ?? [], cost: Costs ?? [] })),
      more: found.Models?.More === "yes", errors: reply.errors, seconds: reply.seconds,
    };
  }

  /** End what is being solved. */
  stop(): void {
    if (!this.reject) return;
    this.worker?.terminate();
    this.worker = null;
    this.reject(new Stopped("stopped"));
    this.reject = null;
  }

  private async start(): Promise<Worker> {
    this.wasm ??= unpack(this.packed.wasm);
    const bytes = await this.wasm;
    const worker = new Worker(URL.createObjectURL(new Blob([this.packed.worker], { type: "text/javascript" })));
    worker.postMessage(bytes);
    return worker;
  }
}

function unpack(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}
