/** PDFs are read by a Worker of their own, which only this one can reach. */
import type { PageRange, ReadPdf } from "../../../agent/ports/pdf.ts";

/** The part of a service binding that is used. */
interface Reader {
  fetch(address: string, init: RequestInit): Promise<Response>;
}

export function wirePdf(reader: Reader): ReadPdf {
  return async (bytes, pages) => {
    const { status, text } = await callReader(reader, { bytes, pages });
    if (status === 200) return text;
    throw new Error(status === REFUSED ? text : "Reading it exceeds the PDF reader's limits.");
  };
}

/** Status of a refusal, whose body is the reader's own words. */
const REFUSED = 422;

/** A PDF that takes all memory or time of the reader ends it without an answer. */
async function callReader(
  reader: Reader,
  { bytes, pages }: { bytes: Uint8Array; pages: PageRange | undefined },
): Promise<{ status: number; text: string }> {
  const range = pages === undefined ? "" : `?from=${pages.from}${pages.to ? `&to=${pages.to}` : ""}`;
  try {
    const answer = await reader.fetch(`https://reader.invalid/${range}`, { method: "POST", body: bytes });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: "" };
  }
}
