/** Runs of research over the API, and their reports in a form that can be compared. */
import { setTimeout as pause } from "node:timers/promises";
import type { Research } from "../../src/contract/agents/research.ts";
import type { Instance } from "../targets/instance.ts";

const LOOK_MS = 100;
const PATIENCE_MS = 120_000;

export async function begin(instance: Instance, question: string, more: object = {}): Promise<string> {
  const wish = { question, depth: "quick", own_sources: false, may_clarify: false, ask_above_usd: 100 };
  return (await instance.call<{ id: string }>("POST", "/research", { ...wish, ...more })).id;
}

/** Resolves when it has ended and its report is out. */
export async function ended(instance: Instance, id: string): Promise<Research> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const seen = await instance.call<Research>("GET", `/research/${id}`);
    if (seen.ended_at !== null) return seen;
    await pause(LOOK_MS);
  }
  throw new Error(`${id} did not end.`);
}

/** Its sentences with their support, in any order: workers at once end in any. */
export function sayings(run: Research | undefined): string {
  const sentences = run?.report?.sentences ?? [];
  return JSON.stringify(
    sentences
      .map(({ text, support }) => `${support}: ${text.replace(/\s*\[[^\]]*\]|\brun\d+\b/g, "")}`)
      .toSorted(),
  );
}
