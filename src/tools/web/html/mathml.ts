/** Converts MathML to LaTeX: the annotated source if there is one, otherwise what is drawn. */
import { type Element, elementsIn, find, textOf } from "./tree.ts";

/** Longest LaTeX source, in characters, that is taken from an annotation. */
const LONGEST_SOURCE = 2_000;
const MAX_DEPTH = 40;

export function latexOf(math: Element): string {
  return sourceOf(math) ?? drawn(math, 0).trim();
}

function sourceOf(math: Element): string | undefined {
  const annotation = find(math, "annotation");
  const isTex = annotation && /tex/i.test(annotation.attributes["encoding"] ?? "");
  const source = (isTex ? textOf(annotation) : (math.attributes["alttext"] ?? "")).trim();
  return source === "" || source.length > LONGEST_SOURCE ? undefined : withoutStyle(source);
}

/** Removes the `displaystyle` or `textstyle` group that wikis put around a formula. */
function withoutStyle(source: string): string {
  return /^\{\\(?:display|text)style\s+([\s\S]*)\}$/.exec(source)?.[1]?.trim() ?? source;
}

const SIGNS: Readonly<Record<string, string>> = {
  ...{
    "∑": "\\sum",
    "∏": "\\prod",
    "∫": "\\int",
    "∮": "\\oint",
    "√": "\\surd",
    "∞": "\\infty",
    "∂": "\\partial",
  },
  ...{ "∇": "\\nabla", "×": "\\times", "÷": "\\div", "±": "\\pm", "∓": "\\mp", "⋅": "\\cdot", "·": "\\cdot" },
  ...{
    "≤": "\\le",
    "≥": "\\ge",
    "≠": "\\ne",
    "≈": "\\approx",
    "≡": "\\equiv",
    "∼": "\\sim",
    "∝": "\\propto",
  },
  ...{
    "→": "\\to",
    "⇒": "\\Rightarrow",
    "⇔": "\\Leftrightarrow",
    "↦": "\\mapsto",
    "∈": "\\in",
    "∉": "\\notin",
  },
  ...{ "⊂": "\\subset", "⊆": "\\subseteq", "∪": "\\cup", "∩": "\\cap", "∅": "\\emptyset", "∀": "\\forall" },
  ...{ "∃": "\\exists", "¬": "\\neg", "∧": "\\land", "∨": "\\lor", "…": "\\dots", "⋯": "\\cdots", "′": "'" },
  ...{ "−": "-", "∗": "*", ℝ: "\\mathbb{R}", ℕ: "\\mathbb{N}", ℤ: "\\mathbb{Z}", ℂ: "\\mathbb{C}" },
  ...{ "{": "\\{", "}": "\\}", "%": "\\%", "#": "\\#", "&": "\\&" },
  // Invisible operators: function application, times, separator, plus.
  ...{ "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "" },
};
const GREEK =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega".split(
    " ",
  );
const FIRST_GREEK = 0x3b1;
const FIRST_CAPITAL = 0x391;
const CAPITALS = new Set("Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split(" "));
const FUNCTIONS = new Set(
  "sin cos tan cot sec csc log ln exp lim max min sup inf det gcd arg dim ker".split(" "),
);
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ "¯": "overline", "‾": "overline", "^": "hat", ˆ: "hat", "~": "tilde", "˜": "tilde" },
  ...{ "→": "vec", "⃗": "vec", "˙": "dot", "¨": "ddot", "⏟": "underbrace", "⏞": "overbrace", _: "underline" },
};

type Draw = (parts: string[], element: Element, depth: number) => string;

const DRAWN: Readonly<Record<string, Draw>> = {
  mi: (_parts, element) => identifier(textOf(element).trim()),
  mn: (_parts, element) => textOf(element).trim(),
  mo: (_parts, element) => spaced(signs(textOf(element).trim())),
  mtext: (_parts, element) =>
    `\\text{${textOf(element)
      .replace(/[{}\\]/g, "")
      .replace(/\s+/g, " ")}}`,
  mspace: () => " ",
  msup: ([base = "", up = ""]) => `${grouped(base)}^${braced(up)}`,
  msub: ([base = "", down = ""]) => `${grouped(base)}_${braced(down)}`,
  msubsup: ([base = "", down = "", up = ""]) => `${grouped(base)}_${braced(down)}^${braced(up)}`,
  mfrac: ([over = "", under = ""]) => `\\frac{${over.trim()}}{${under.trim()}}`,
  msqrt: (parts) => `\\sqrt{${parts.join("").trim()}}`,
  mroot: ([of = "", index = ""]) => `\\sqrt[${index.trim()}]{${of.trim()}}`,
  mover: ([base = "", over = ""], element) =>
    accented(base, over, element) ?? `${grouped(base)}^${braced(over)}`,
  munder: ([base = "", under = ""], element) =>
    accented(base, under, element) ?? `${grouped(base)}_${braced(under)}`,
  munderover: ([base = "", under = "", over = ""]) => `${grouped(base)}_${braced(under)}^${braced(over)}`,
  mfenced: (parts) => `\\left(${parts.join(", ")}\\right)`,
  mtable: (parts) => `\\begin{matrix}${parts.join(" \\\\ ")}\\end{matrix}`,
  mtr: (parts) => parts.map((part) => part.trim()).join(" & "),
  semantics: ([first = ""]) => first,
  annotation: () => "",
  "annotation-xml": () => "",
};

function drawn(element: Element, depth: number): string {
  if (depth > MAX_DEPTH) return textOf(element);
  const draw = DRAWN[element.name];
  const parts = elementsIn(element).map((child) => drawn(child, depth + 1));
  return draw ? draw(parts, element, depth) : parts.join("");
}

function identifier(name: string): string {
  if (FUNCTIONS.has(name)) return `\\${name} `;
  return [...name].length > 1 ? `\\mathrm{${name.replace(/[{}\\]/g, "")}}` : signs(name);
}

function signs(text: string): string {
  return [...text]
    .map((sign) => SIGNS[sign] ?? greek(sign) ?? (sign === "\\" ? "\\backslash " : sign))
    .join("");
}

function greek(sign: string): string | undefined {
  const code = sign.charCodeAt(0);
  const small = GREEK[code - FIRST_GREEK];
  if (small) return `\\${small} `;
  const capital = GREEK[code - FIRST_CAPITAL]?.replace(/^./, (first) => first.toUpperCase());
  return capital && CAPITALS.has(capital) ? `\\${capital} ` : undefined;
}

function spaced(sign: string): string {
  if (sign === "" || /^[()[\]|,.'!]$/.test(sign)) return sign;
  return ` ${sign} `;
}

/** Groups an operand of a script. */
function grouped(text: string): string {
  const base = text.trim();
  return /^(?:.|\\[a-zA-Z]+|\\mathrm\{[^{}]*\}|\\[a-z]+\{[^{}]*\})?$/u.test(base) ? base : `{${base}}`;
}

function braced(text: string): string {
  return `{${text.trim()}}`;
}

function accented(base: string, _drawn: string, element: Element): string | undefined {
  const mark = elementsIn(element)[1];
  const accent = mark && ACCENTS[textOf(mark).trim()];
  return accent ? `\\${accent}{${base.trim()}}` : undefined;
}
