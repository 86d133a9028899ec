/**
 * A Worker of its own that reads PDFs for Nightjar's: it has no bindings, no keys and no address. What a hostile file does
 * to its library, it does here; and the library, a quarter of all code, is not part of what serves people.
 */
import { readPdf } from "./pdf.ts";

/** `POST` with the bytes; answers with the words, or 422 and why there are none. */
export async function answer(request: Request): Promise<Response> {
  if (request.method !== "POST") return new Response("POST a PDF.", { status: 405 });
  try {
    return new Response(await readPdf(new Uint8Array(await request.arrayBuffer())));
  } catch (problem) {
    return new Response(problem instanceof Error ? problem.message : String(problem), { status: 422 });
  }
}

export default { fetch: answer };
