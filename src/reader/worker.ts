/**
 * A Worker of its own that reads PDFs for Nightjar's: it has no bindings, no keys and no address. What a hostile file does
 * to its library, it does here; and the library, a quarter of all code, is not part of what serves people.
 */
import { Pace, Stretch } from "./pace.ts";
import { readPdf } from "./pdf.ts";

/** `POST` with the bytes; answers with the words, none of a scan, or 422 and why they can't be read. */
export async function answer(request: Request, pace?: Pace): Promise<Response> {
  if (request.method !== "POST") return new Response("POST a PDF.", { status: 405 });
  try {
    return new Response(await readPdf(new Uint8Array(await request.arrayBuffer()), pace));
  } catch (problem) {
    return new Response(problem instanceof Error ? problem.message : String(problem), { status: 422 });
  }
}

const now = Date.now.bind(Date);
const stretch = new Stretch(now);
let isPaced = false;

export default {
  async fetch(request: Request): Promise<Response> {
    if (!isPaced) pace();
    isPaced = true;
    return answer(request, new Pace(now, stretch));
  },
};

/** In this Worker nobody but the library asks for the time or unpacks: each form that is shown is unpacked anew. */
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
  // The stretch goes on: otherwise a form of a million commands could be shown a thousand times.
  await new Promise((resolve) => void setTimeout(resolve, 0));
  for await (const piece of pieces) yield piece;
}
