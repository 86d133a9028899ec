/** Markdown in WhatsApp's own marks. It has no named links: the address follows the words. */
import type { Dialect } from "../marks/dialect.ts";
import { renderMarks } from "../marks/render-marks.ts";

const DIALECT: Dialect = {
  marks: { bold: "*", italic: "_", strike: "~" },
  escape: (text) => text,
  link: (words, address) =>
    words === "" || words === address || `mailto:${words}` === address
      ? words || address
      : `${words} (${address})`,
};

export function formatForWhatsApp(markdown: string): string {
  return renderMarks(markdown, DIALECT);
}
