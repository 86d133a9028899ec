/** A prose block as nodes. */
import { marked, type ProseBlock } from "./blocks.ts";
import { escapeHtml, plainTags } from "./html/plain-tags.ts";
import { sanitize } from "./html/sanitize.ts";

marked.use({
  renderer: {
    // Code inside lists and quotes; at the top level it is a block of its own.
    code({ text, lang }) {
      const language = (lang ?? "").trim().split(/\s/)[0] ?? "";
      return `<pre data-language="${escapeHtml(language)}"><code>${escapeHtml(text)}</code></pre>`;
    },
    html: ({ text }) => plainTags(text),
  },
});

/** `placed` gives the address at which a file of our own storage is asked for. */
export function renderProse(block: ProseBlock, placed: (url: string) => string): DocumentFragment {
  return sanitize(marked.parser(block.tokens), placed);
}
