/** Converts text files whose words stand between marks: pages, mails, notebooks, tables. Loaded on demand. */
import { readWholeHtml } from "../web/html/html.ts";
import type { ReadInner } from "./archive.ts";
import { mailText } from "./mail.ts";
import { notebookText } from "./notebook.ts";
import { readFlatOdf } from "./odf/odf.ts";
import { tableText } from "./table-text.ts";

interface MarkedFile {
  text: string;
  bytes: Uint8Array;
  /** Reads what is attached to a mail; without it attachments are named only. */
  readInner?: ReadInner | undefined;
}

/** Undefined when it is not of that kind after all: its source then is its text. */
export async function markupText(
  kind: "page" | "mail" | "notebook" | "flat" | "table",
  { text, bytes, readInner }: MarkedFile,
): Promise<string | undefined> {
  switch (kind) {
    case "page":
      return readWholeHtml(text) || undefined;
    case "mail":
      return mailText(bytes, text, readInner);
    case "notebook":
      return notebookText(text);
    case "table":
      return tableText(text);
    case "flat":
      return readFlatOdf(text);
  }
}
