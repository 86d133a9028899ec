/**
 * The words of a PDF, pages separated by a line that names them; empty when it has none, as a scan. Rejects with an Error whose
 * message says why it can't be read. Bytes stay the caller's.
 */
export type ReadPdf = (bytes: Uint8Array) => Promise<string>;
