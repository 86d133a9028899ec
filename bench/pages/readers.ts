/** Two readers that others wrote: what each keeps of a page, as text. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { installForeign } from "../../scripts/foreign/install.mjs";

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

/** The part of Defuddle that is used; the package is installed when it is first measured. */
interface DefuddlePackage {
  Defuddle(document: unknown, address: string, options: { useAsync: boolean }): Promise<{ content: string }>;
}

async function defuddle(): Promise<Reader> {
  const folder = installForeign("defuddle", { defuddle: "0.19.4" });
  const file = path.join(folder, "node_modules/defuddle/dist/node.js");
  const { Defuddle }: DefuddlePackage = await import(pathToFileURL(file).href);
  return {
    name: "Defuddle",
    async read(html, address) {
      const { content } = await Defuddle(documentOf(html, address), address, { useAsync: false });
      return textOf(content);
    },
  };
}

/** Throws when Defuddle can't be installed. */
export async function readersOfOthers(): Promise<readonly Reader[]> {
  return [readability, await defuddle()];
}

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
