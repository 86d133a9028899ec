/** PDFs are read by a Worker of their own, which is reached by no other. */
import type { ReadPdf } from "../../agent/ports/pdf.ts";

/** As much of a service binding as is needed. */
interface Reader {
  fetch(address: string, init: RequestInit): Promise<Response>;
}

export function wirePdf(reader: Reader): ReadPdf {
  return async (bytes) => {
    const answer = await reader.fetch("https://reader.invalid/", { method: "POST", body: bytes });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
}
