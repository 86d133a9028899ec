/** PDFs are read by a Worker of their own, which is reached by no other. */
import type { ReadPdf } from "../../../agent/ports/pdf.ts";

/** As much of a service binding as is needed. */
interface Reader {
  fetch(address: string, init: RequestInit): Promise<Response>;
}

export function wirePdf(reader: Reader): ReadPdf {
  return async (bytes) => {
    const { status, text } = await asked(reader, bytes);
    if (status === 200) return text;
    throw new Error(status === REFUSED ? text : "It takes more to read than the reader of PDFs may.");
  };
}

/** The reader's own words. */
const REFUSED = 422;

/** One that takes all memory or time of its Worker ends it without an answer. */
async function asked(reader: Reader, bytes: Uint8Array): Promise<{ status: number; text: string }> {
  try {
    const answer = await reader.fetch("https://reader.invalid/", { method: "POST", body: bytes });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: "" };
  }
}
