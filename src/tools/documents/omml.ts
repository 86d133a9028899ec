/** Formulas of office documents (OMML) as TeX. */
import { attribute } from "./xml.ts";

interface Part {
  name: string;
  /** Value of `val`, which settings have. */
  value: string | undefined;
  text: string;
  parts: Part[];
}

/** Elements of one formula: a page full of mathematics has some thousand. */
const MOST_PARTS = 50_000;

/** Reads one formula, from the elements inside its `oMath`. */
export class OmmlReader {
  private readonly root: Part = { name: "oMath", value: undefined, text: "", parts: [] };
  private readonly inside: Part[] = [this.root];
  private count = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.count++ > MOST_PARTS) return;
    const part = { name, value: attribute(attributes, "val"), text: "", parts: [] };
    this.inside.at(-1)?.parts.push(part);
    this.inside.push(part);
  }

  text(text: string): void {
    const part = this.inside.at(-1);
    if (part?.name === "t") part.text += text;
  }

  close(): void {
    if (this.count <= MOST_PARTS && this.inside.length > 1) this.inside.pop();
  }

  tex(): string {
    return inner(this.root).replace(/ {2,}/g, " ").trim();
  }
}

/** Formulas that people write are nested about ten deep. */
const MOST_DEPTH = 100;

function inner(part: Part, depth = 0): string {
  if (depth > MOST_DEPTH) return "";
  return part.parts.map((each) => tex(each, depth + 1)).join("");
}

function tex(part: Part, depth: number): string {
  const of = (name: string) => inner(child(part, name) ?? EMPTY, depth);
  switch (part.name) {
    case "t":
      return part.text.replace(/[{}#%&]/g, "\\$&");
    case "f":
      return setting(part, "type") === "lin"
        ? `${of("num")}/${of("den")}`
        : `\\frac{${of("num")}}{${of("den")}}`;
    case "sSup":
    case "sSub":
    case "sSubSup":
      return `${grouped(of("e"))}${scripts(of("sub"), of("sup"))}`;
    case "sPre":
      return `{}${scripts(of("sub"), of("sup"))}${of("e")}`;
    case "rad":
      return `\\sqrt${of("deg") === "" ? "" : `[${of("deg")}]`}{${of("e")}}`;
    case "nary":
      return `${LARGE[setting(part, "chr") ?? "∫"] ?? setting(part, "chr")}${scripts(of("sub"), of("sup"))} ${of("e")}`;
    case "func":
      return `${named(of("fName"))}{${of("e")}}`;
    case "limLow":
      return `${named(of("e"))}_{${of("lim")}}`;
    case "limUpp":
      return `${named(of("e"))}^{${of("lim")}}`;
    default:
      return marked(part, depth) ?? (part.name.endsWith("Pr") ? "" : inner(part, depth));
  }
}

/** Parts in delimiters, below marks, and in rows; undefined for another one. */
function marked(part: Part, depth: number): string | undefined {
  const of = (name: string) => inner(child(part, name) ?? EMPTY, depth);
  const cells = (row: Part) => row.parts.filter(({ name }) => name === "e").map((cell) => inner(cell, depth));
  switch (part.name) {
    case "d": {
      const [from, to] = [setting(part, "begChr") ?? "(", setting(part, "endChr") ?? ")"];
      return `\\left${delimiter(from)}${cells(part).join(setting(part, "sepChr") ?? "|")}\\right${delimiter(to)}`;
    }
    case "bar":
      return `${setting(part, "pos") === "top" ? "\\overline" : "\\underline"}{${of("e")}}`;
    case "acc":
      return `${ACCENTS[setting(part, "chr") ?? "\u0302"] ?? "\\hat"}{${of("e")}}`;
    case "groupChr":
      return `${setting(part, "pos") === "top" ? "\\overbrace" : "\\underbrace"}{${of("e")}}`;
    case "m":
      return rows("matrix", part.parts.filter(({ name }) => name === "mr").map(cells));
    case "eqArr":
      return rows(
        "aligned",
        cells(part).map((each) => [each]),
      );
    default:
      return undefined;
  }
}

const EMPTY: Part = { name: "", value: undefined, text: "", parts: [] };

function child(part: Part, name: string): Part | undefined {
  return part.parts.find((each) => each.name === name);
}

/** A value of the part's own settings (`fPr`, `naryPr`). */
function setting(part: Part, name: string): string | undefined {
  return child(child(part, `${part.name}Pr`) ?? EMPTY, name)?.value;
}

function scripts(sub: string, sup: string): string {
  return `${sub === "" ? "" : `_{${sub}}`}${sup === "" ? "" : `^{${sup}}`}`;
}

function grouped(text: string): string {
  return [...text].length > 1 ? `{${text}}` : text;
}

const NAMES =
  /^(?:arg|cos|cosh|cot|deg|det|dim|exp|gcd|inf|ker|lim|ln|log|max|min|sec|sin|sinh|sup|tan|tanh)$/;

function named(name: string): string {
  return NAMES.test(name.trim()) ? `\\${name.trim()}` : name;
}

function delimiter(sign: string): string {
  if (sign === "") return ".";
  return /^[{}]$/.test(sign) ? `\\${sign}` : sign;
}

function rows(environment: string, all: readonly string[][]): string {
  const lines = all.map((cells) => cells.join(" & ")).join(" \\\\ ");
  return `\\begin{${environment}}${lines}\\end{${environment}}`;
}

const LARGE: Readonly<Record<string, string>> = {
  "∑": "\\sum",
  "∏": "\\prod",
  "∐": "\\coprod",
  "∫": "\\int",
  "∬": "\\iint",
  "∭": "\\iiint",
  "∮": "\\oint",
  "⋃": "\\bigcup",
  "⋂": "\\bigcap",
};
const ACCENTS: Readonly<Record<string, string>> = {
  "\u0302": "\\hat",
  "\u0303": "\\tilde",
  "\u0304": "\\bar",
  "\u0305": "\\overline",
  "\u0307": "\\dot",
  "\u0308": "\\ddot",
  "\u20d7": "\\vec",
};
