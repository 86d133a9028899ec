/** Citations of an answer as the annotations of OpenAI's APIs: where in the text which address is cited. */
import type { CitationPart } from "../../../domain/message.ts";

export interface Annotation {
  url: string;
  title: string;
  /** Place of the marker in the text, in UTF-16 units; both 0: the text has no marker for it. */
  start_index: number;
  end_index: number;
}

/**
 * `citations`: one for each marker, in their order, or one without a marker. Only addresses of the web are told: the API's shapes
 * know no others.
 */
export function annotationsOf(text: string, citations: readonly CitationPart[]): Annotation[] {
  let from = 0;
  return citations.flatMap(({ index, url, title }) => {
    const marker = `[${index}]`;
    const at = text.indexOf(marker, from);
    if (at !== -1) from = at + marker.length;
    if (!/^https?:/i.test(url)) return [];
    const place = at === -1 ? { start_index: 0, end_index: 0 } : { start_index: at, end_index: from };
    return [{ url, title, ...place }];
  });
}
