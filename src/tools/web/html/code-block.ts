/** Renders code as a fenced block: its language, and its text without the markup around its lines. */
import { classesOf, type Element, elementsIn, find, type TreeNode, textOf } from "./tree.ts";

const LANGUAGE =
  /^(?:language|lang|highlight-source|highlight-text|brush:?|sourceCode)[-:]([\w+#.-]{1,20})$/i;
/** Words that highlighters put into class names beside the language. */
const NO_LANGUAGE = new Set(
  "none text plain plaintext nohighlight code highlight sourceCode hljs".split(" "),
);
const BARE = /^[a-z][\w+#]{0,15}$/i;
const GUTTER =
  /^(?:gutter|lineno|linenos|line-numbers?|line-numbers-rows|rouge-gutter|hljs-ln-numbers|blob-num|ln)$/i;

/** `ancestors` are the enclosing elements, innermost first. */
export function fenceOf(pre: Element, ancestors: readonly Element[]): string {
  const text = codeIn(pre).replace(/\r\n?/g, "\n").replace(/^\n/, "").trimEnd();
  if (text === "") return "";
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${languageOf(pre, ancestors)}\n${text}\n${fence}`;
}

function languageOf(pre: Element, ancestors: readonly Element[]): string {
  const code = find(pre, "code");
  for (const element of [...(code ? [code] : []), pre, ...ancestors.slice(0, 3)]) {
    const named = element.attributes["data-lang"] ?? element.attributes["data-language"];
    const language = named ?? languageIn(classesOf(element));
    if (language && !NO_LANGUAGE.has(language) && /^[\w+#.-]{1,20}$/.test(language))
      return language.toLowerCase();
  }
  return "";
}

function languageIn(classes: readonly string[]): string | undefined {
  for (const [at, name] of classes.entries()) {
    const found = LANGUAGE.exec(name)?.[1];
    if (found) return found === "basic" ? "sh" : found;
    // Pandoc and old highlighters put the language beside their own name.
    const next = classes[at + 1];
    if (
      /^(?:sourceCode|brush:|hljs|prettyprint)$/.test(name) &&
      next &&
      BARE.test(next) &&
      !NO_LANGUAGE.has(next)
    )
      return next;
  }
  return undefined;
}

function codeIn(node: TreeNode): string {
  if (typeof node === "string") return node;
  if (node.name === "br") return "\n";
  if (node.name === "button" || node.name === "script" || node.name === "style") return "";
  if (classesOf(node).some((name) => GUTTER.test(name))) return "";
  const text = node.children.map(codeIn).join("");
  return isLine(node) && !text.endsWith("\n") ? `${text}\n` : text;
}

function isLine({ name }: Element): boolean {
  return name === "div" || name === "p" || name === "tr" || name === "li";
}

/** The code cell of a table that shows line numbers beside code. */
export function codeTable(table: Element): Element | undefined {
  const pres = elementsIn(table).length > 0 ? presIn(table) : [];
  const [code] = pres.filter((pre) => !/^[\d\s]*$/.test(textOf(pre)));
  return code && pres.length <= 2 && textOf(code).length > 0.6 * textOf(table).length ? code : undefined;
}

function presIn(node: Element): Element[] {
  return elementsIn(node).flatMap((child) => (child.name === "pre" ? [child] : presIn(child)));
}
