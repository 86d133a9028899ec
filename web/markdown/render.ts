/** Renders a prose block as nodes. */
import { markdownParser, type ProseBlock } from "./blocks.ts";
import { escapeHtml, plainTags } from "./html/plain-tags.ts";
import { sanitize } from "./html/sanitize.ts";

markdownParser.use({
  renderer: {
    // Code inside lists and quotes; at the top level it is a block of its own.
    code({ text, lang }) {
      const language = (lang ?? "").trim().split(/\s/)[0] ?? "";
      return `<pre data-language="${escapeHtml(language)}"><code>${escapeHtml(text)}</code></pre>`;
    },
    html: ({ text }) => plainTags(text),
  },
});

/** Highest level of a heading in a list or quotation: below the page's own. */
const HIGHEST = 2;

/** `placed` returns the address at which a stored file is requested. */
export function renderProse(block: ProseBlock, placed: (url: string) => string): DocumentFragment {
  const fragment = sanitize(markdownParser.parser(block.tokens), placed);
  for (const heading of fragment.querySelectorAll("h1, h2, h3, h4, h5, h6"))
    heading.setAttribute("aria-level", String(block.level ?? HIGHEST));
  return fragment;
}
