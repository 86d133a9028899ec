/** Pages to read, counted from 1. Without `to`, as many as are read at a time. */
export interface PageRange {
  from: number;
  to?: number;
}

/**
 * Extracts the text of a PDF, with a line that names each page; empty for a PDF without text, such as a scan.
 * Rejects with an Error whose message says why it can't be read. The bytes stay the caller's.
 */
export type ReadPdf = (bytes: Uint8Array, pages?: PageRange) => Promise<string>;
