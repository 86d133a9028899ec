/** Outside content of a turn by name, for whoever is asked about a call. */
import type { ReadAnswer, TurnTrust } from "../../agent/ports/trust.ts";
import { isTextName } from "../../domain/provenance/argument-kinds.ts";
import { fieldsOf, structureOf } from "../../domain/provenance/fields.ts";
import type { OutsideContent } from "../../domain/provenance/provenance.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";

const MOST = 8;
const LONGEST_TITLE = 120;

/** The newest come last. Empty in a turn that has read nothing. */
export function outsideContent({ tainted, sources }: TurnTrust): OutsideContent[] {
  if (!tainted || !sources) return [];
  const { answers, foreign } = sources();
  const others = foreign.map(({ from, title }): OutsideContent => ({ from, ...titled(title) }));
  return [...others, ...answers.filter(({ trust }) => trust === "untrusted").map(ofAnswer)].slice(-MOST);
}

function ofAnswer({ call_id, tool, at, ...answer }: ReadAnswer): OutsideContent {
  return { from: "answer", call_id, tool, ...(at !== undefined && { at }), ...titled(titleOf(answer)) };
}

const TITLES = ["subject", "title", "name", "filename", "file_name", "path", "url"];

/** Subject, title or name of the first thing in it; of running text, what the call asked for. */
function titleOf({
  content,
  structured_from,
  input,
}: Pick<ReadAnswer, "content" | "structured_from" | "input">) {
  const structure = structureOf(content.slice(structured_from ?? 0));
  return titleIn(structure) ?? titleIn(input);
}

function titleIn(value: unknown): string | undefined {
  const fields = fieldsOf(value).filter(({ key }) => !isTextName(key));
  return TITLES.flatMap((name) => fields.filter(({ key }) => key.toLowerCase() === name))[0]?.value;
}

function titled(title: string | undefined): { title?: string } {
  const line = oneLine(title ?? "", LONGEST_TITLE);
  return line === "" ? {} : { title: line };
}
