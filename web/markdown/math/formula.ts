/** Typesets formulas. KaTeX and its fonts are loaded for the first one. */
import type katexApi from "katex";

let loading: Promise<typeof katexApi> | undefined;

/** Replaces the source in `node` by the formula; leaves it when it cannot be parsed. */
export async function typeset(node: HTMLElement): Promise<void> {
  const tex = node.dataset["tex"] ?? "";
  loading ??= import("./formula-engine.ts").then((module) => module.katex);
  const katex = await loading;
  const options = {
    displayMode: node.dataset["display"] === "true",
    throwOnError: false,
    trust: false,
    maxExpand: 500,
    maxSize: 40,
  };
  katex.render(tex, node, options);
}
