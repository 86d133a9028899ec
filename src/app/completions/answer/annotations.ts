/** Citations of an answer as the annotations of OpenAI's APIs: where in the text which address is cited. */
import { markersIn } from "../../../agent/sources/markers.ts";
import type { CitationPart } from "../../../domain/message.ts";

export interface Annotation {
  url: string;
  title: string;
  /** Place of the marker in the text, in UTF-16 units; both 0: the text has no marker for it. */
  start_index: number;
  end_index: number;
}

/**
 * `citations`: one for each marker that names a source, in their order, or one without a marker. Only addresses of the web are told:
 * the API's shapes know no others.
 */
export function annotationsOf(text: string, citations: readonly CitationPart[]): Annotation[] {
  if (citations.length === 0) return [];
  const markers = markersIn(text).flatMap(({ numbers, start, end }) =>
    numbers.map((number) => ({ number, start, end })),
  );
  let next = 0;
  return citations.flatMap(({ index, url, title }) => {
    const at = markers.findIndex(({ number }, place) => place >= next && number === index);
    if (at !== -1) next = at + 1;
    if (!/^https?:/i.test(url)) return [];
    const { start, end } = markers[at] ?? { start: 0, end: 0 };
    return [{ url, title, start_index: start, end_index: end }];
  });
}
