/** The words of a PDF, pages separated by a line that names them. Rejects on one that can't be read. Bytes stay the caller's. */
export type ReadPdf = (bytes: Uint8Array) => Promise<string>;
