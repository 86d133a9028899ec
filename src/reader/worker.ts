/**
 * A separate Worker that reads PDFs for Nightjar's. It has no bindings, keys or public address, so a hostile file can
 * only harm this Worker; and the library, a quarter of all code, stays out of the Worker that serves people.
 */
import type { PageRange } from "../agent/ports/pdf.ts";
import { pause } from "../platform/pause.ts";
import { readPdf } from "./pdf.ts";
import { CpuLimit, ReadingDeadline } from "./time-limits.ts";

/** Takes a `POST` with the bytes; `?from=301&to=400` are its pages. Answers with the text (empty for a scan), or with 422 and the reason. */
export async function answer(request: Request, pace?: ReadingDeadline): Promise<Response> {
  if (request.method !== "POST") return new Response("POST a PDF.", { status: 405 });
  try {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return new Response(await readPdf(bytes, rangeOf(request.url), pace));
  } catch (problem) {
    return new Response(problem instanceof Error ? problem.message : String(problem), { status: 422 });
  }
}

function rangeOf(address: string): PageRange {
  const { searchParams } = new URL(address);
  const [from, to] = ["from", "to"].map((name) => Math.floor(Number(searchParams.get(name))) || 0);
  return { from: Math.max(1, from ?? 1), ...(to && { to }) };
}

const now = Date.now.bind(Date);
const stretch = new CpuLimit(now);
let isPaced = false;

export default {
  async fetch(request: Request): Promise<Response> {
    if (!isPaced) pace();
    isPaced = true;
    return answer(request, new ReadingDeadline(now, stretch));
  },
};

/** In this Worker only the library asks for the time or unpacks: a form is unpacked again each time it is shown. */
function pace(): void {
  Date.now = () => stretch.now();
  const Unpacking = DecompressionStream;
  class DecompressionInTurns {
    readonly readable: AsyncIterable<Uint8Array>;
    readonly writable: InstanceType<typeof DecompressionStream>["writable"];
    constructor(format: ConstructorParameters<typeof DecompressionStream>[0]) {
      const { readable, writable } = new Unpacking(format);
      this.readable = afterOthers(readable);
      this.writable = writable;
    }
  }
  Object.assign(globalThis, { DecompressionStream: DecompressionInTurns });
}

async function* afterOthers(pieces: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  // The CPU limit is not reset: otherwise a form of a million commands could be shown a thousand times.
  await pause(0);
  for await (const piece of pieces) yield piece;
}
