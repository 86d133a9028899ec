/** Third phase: the report in words, of notes alone. */
import { overlap } from "../check/words.ts";
import { contradictionsIn } from "../evidence/contradictions.ts";
import type { Note } from "../evidence/ledger.ts";
import { asMaterial } from "../material.ts";
import { standingNotes } from "./gather.ts";
import { askModel, type Stage, userWords } from "./stage.ts";

const OUTPUT_TOKENS = 6_000;
/** A report that the budget does not allow is written shorter. */
const SHORT_TOKENS = 1_200;
const MOST_CHARACTERS = 60_000;

/** The writer's Markdown; undefined: no model could write. */
export async function writeReport(stage: Stage): Promise<string | undefined> {
  const notes = standingNotes(stage);
  if (notes.length === 0) return undefined;
  for (const [size, tokens] of [
    ["full", OUTPUT_TOKENS],
    ["short", SHORT_TOKENS],
  ] as const) {
    const ask = {
      purpose: "write" as const,
      messages: userWords(materialOf(stage, notes, size === "full" ? MOST_CHARACTERS : MOST_CHARACTERS / 6)),
      max_output_tokens: tokens,
    };
    const key = `write:${stage.edition}:${size}`;
    const taken = await askModel(stage, { key, ask, purse: "report" }, stage.writing);
    if (taken.ok && taken.value.ok && taken.value.text.trim() !== "") return taken.value.text;
    if (taken.ok) stage.endedBy.add("model");
    else if (taken.why === "budget") stage.endedBy.add("budget");
    if (taken.ok || taken.why === "stopped") return undefined;
  }
  return undefined;
}

function materialOf({ order, plan, ledger }: Stage, notes: readonly Note[], most: number): string {
  const rated = notes
    .map((note, at) => ({ note, at, worth: overlap(order.question, note.claim) }))
    .toSorted((a, b) => b.worth - a.worth);
  let room = most;
  const kept = rated.filter(({ note }) => {
    room -= note.claim.length + note.quote.length + 80;
    return room > 0;
  });
  const lines = kept
    .toSorted((a, b) => a.at - b.at)
    .map(
      ({ note }) =>
        `${note.id}: ${note.claim}\n  "${note.quote}" (${ledger.source(note.source_id)?.title ?? ""})`,
    );
  const clashes = contradictionsIn(kept.map(({ note }) => note)).map(
    ({ one, other }) => `${one} and ${other}`,
  );
  return [
    `Question: ${order.question}`,
    `Steps:\n${plan.steps.map(({ question, state, remark }) => `- ${question} (${state}${remark ? `: ${remark}` : ""})`).join("\n")}`,
    clashes.length > 0 ? `Contradicting notes: ${clashes.join(", ")}` : "",
    asMaterial(lines.join("\n"), { kind: "notes" }),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
