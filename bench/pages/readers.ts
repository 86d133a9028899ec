/** Two readers that others wrote: what each keeps of a page, as text. */
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";

export interface Reader {
  name: string;
  read(html: string, address: string): Promise<string>;
}

const readability: Reader = {
  name: "Readability",
  async read(html, address) {
    const document = documentOf(html, address);
    const article = new Readability(document as never).parse();
    return article?.content ? textOf(article.content) : "";
  },
};

const defuddle: Reader = {
  name: "Defuddle",
  async read(html, address) {
    const { content } = await Defuddle(documentOf(html, address) as never, address, { useAsync: false });
    return textOf(content);
  },
};

export const READERS: readonly Reader[] = [readability, defuddle];

function documentOf(html: string, address: string) {
  const { document } = parseHTML(html);
  Object.defineProperty(document, "documentURI", { value: address, configurable: true });
  return document;
}

/** Where one block ends and the next begins there is no space in HTML, and what is drawn from a formula is not its text. */
function textOf(html: string): string {
  return parseHTML(
    `<html><body>${html.replace(/<(?=\/?(?:p|div|li|td|th|tr|h\d|br|dt|dd|pre|figcaption|blockquote)\b)/gi, " <")}</body></html>`,
  ).document.body.textContent;
}
