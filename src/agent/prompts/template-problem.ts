/** Check of a template before it is kept. */
import { TAG } from "./template.ts";

interface TemplateProblem {
  /** Counted from 1. */
  line: number;
  problem: string;
}

/** Names that a template may use, and those that have to stand in it as values. */
export interface TemplateNames {
  variables: readonly string[];
  required?: readonly string[];
}

/** The first problem, if there is any. */
export function problemIn(text: string, names: TemplateNames): TemplateProblem | undefined {
  return brokenIn(text, names.variables) ?? missingIn(text, names.required ?? []);
}

/** A missing variable is told of the last line: it may stand anywhere. */
function missingIn(text: string, required: readonly string[]): TemplateProblem | undefined {
  const there = new Set([...text.matchAll(TAG)].map(([, kind, name]) => (kind === "" ? name : "")));
  const missing = required.find((name) => !there.has(name));
  if (missing === undefined) return undefined;
  return {
    line: lineAt(text, text.length),
    problem: `This prompt needs the variable "${missing}". Put it in.`,
  };
}

function brokenIn(text: string, variables: readonly string[]): TemplateProblem | undefined {
  const open: { name: string; line: number }[] = [];
  for (const tag of text.matchAll(TAG)) {
    const [, kind = "", name = ""] = tag;
    const line = lineAt(text, tag.index);
    if (!variables.includes(name)) return { line, problem: unknownName(name, variables) };
    if (kind === "#" || kind === "^") open.push({ name, line });
    if (kind === "/" && open.pop()?.name !== name)
      return { line, problem: `The section "${name}" is closed here, and was never opened.` };
  }
  // Closing braces may stand alone: prompts have JSON in them.
  const stray = text.replace(TAG, (whole) => " ".repeat(whole.length)).indexOf("{{");
  if (stray >= 0) return { line: lineAt(text, stray), problem: "A variable begins here and never ends." };
  const left = open.at(-1);
  return left && { line: left.line, problem: `The section "${left.name}" is never closed.` };
}

function unknownName(written: string, variables: readonly string[]): string {
  const name = written.slice(0, 60);
  if (variables.length === 0) return `There is no variable "${name}": this prompt has none.`;
  const known = variables.join(", ");
  return `There is no variable "${name}". This prompt has ${known}.`;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
