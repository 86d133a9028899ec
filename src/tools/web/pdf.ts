/** The text of a PDF. The library is large: it is loaded when a PDF comes. */

const MAX_PAGES = 300;

/** Pages separated by a line that names them. Throws on what is not a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(bytes);
  const { totalPages, text } = await extractText(document, { mergePages: false });
  const pages = text
    .slice(0, MAX_PAGES)
    .map((page, index) => `[page ${index + 1} of ${totalPages}]\n${page.trim()}`);
  const note = totalPages > MAX_PAGES ? [`[${totalPages - MAX_PAGES} more pages were left out]`] : [];
  return [...pages, ...note].join("\n\n");
}
