/** Enriches finished prose: typesets formulas, and makes code in lists copyable. */
import { mount, unmount } from "svelte";
import CodeBlock from "./code/CodeBlock.svelte";

/** The returned function cleans up; call it when the node is removed. */
export function enrich(node: HTMLElement): () => void {
  for (const formula of node.querySelectorAll<HTMLElement>("[data-tex]")) {
    // A formula that cannot be typeset stays as its source.
    void import("./math/formula.ts").then((module) => module.typeset(formula)).catch(() => undefined);
  }
  const mounted = [...node.querySelectorAll<HTMLElement>("pre[data-language]")].map((pre) => {
    const target = document.createElement("div");
    target.dir = "ltr";
    const props = { text: pre.textContent ?? "", language: pre.dataset["language"] ?? "", settled: true };
    pre.replaceWith(target);
    return mount(CodeBlock, { target, props });
  });
  return () => {
    for (const code of mounted) void unmount(code);
  };
}
