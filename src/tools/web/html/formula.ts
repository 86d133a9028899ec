/** Extracts formulas (MathML, KaTeX, MathJax, the images of wikis) as LaTeX between dollar signs. */
import { latexOf } from "./mathml.ts";
import { classesOf, type Element, find, textOf } from "./tree.ts";

const LONGEST = 4_000;
const WRAPPERS = new Set(["katex", "katex-display", "mwe-math-element", "ltx_Math", "MathJax"]);
const PICTURES =
  /^(?:tex|latex|math|mwe-math-fallback-image-(?:inline|display)|wp-katex-eq|ee_img|tr_noresize)$/;

/** Undefined when the element is not a formula. Its rendered form is ignored. */
export function formulaIn(element: Element): string | undefined {
  const latex = sourceIn(element);
  if (latex === undefined || latex === "" || latex.length > LONGEST) return undefined;
  const line = latex.replace(/\s+/g, " ").trim();
  return isDisplayed(element) ? `\n\n$$${line}$$\n\n` : `$${line}$`;
}

/** Quick test, run for each element of a page. */
export function mayBeFormula(element: Element): boolean {
  if (element.name === "math" || element.name === "mjx-container") return true;
  if (element.name === "script") return isMathScript(element);
  if (element.name === "img") return classesOf(element).some((name) => PICTURES.test(name));
  return element.name === "span" && classesOf(element).some((name) => WRAPPERS.has(name));
}

function isMathScript({ attributes }: Element): boolean {
  return /^math\/tex\b/i.test(attributes["type"] ?? "");
}

function sourceIn(element: Element): string | undefined {
  if (!mayBeFormula(element)) return undefined;
  if (element.name === "math") return latexOf(element);
  if (element.name === "script") return textOf(element).trim();
  if (element.name === "img") return ofPicture(element);
  const math = find(element, "math");
  if (math) return latexOf(math);
  const picture = find(element, "img");
  return picture && ofPicture(picture);
}

function ofPicture({ attributes }: Element): string {
  const alt = (attributes["alt"] ?? "").trim().replace(/^\$+|\$+$/g, "");
  return /^\{\\displaystyle\s+([\s\S]*)\}$/.exec(alt)?.[1]?.trim() ?? alt;
}

function isDisplayed(element: Element): boolean {
  const { type = "", display = "" } = element.attributes;
  if (/mode=display/.test(type) || display === "block" || display === "true") return true;
  if (classesOf(element).some((name) => /display$/.test(name))) return true;
  const inner = element.name === "span" ? find(element, "math") : undefined;
  return inner?.attributes["display"] === "block";
}
