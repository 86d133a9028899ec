/** Tools of a worker. Nothing that they do changes anything outside the run. */
import { z } from "zod";
import type { ToolSpec } from "../../agent/ports/model.ts";
import type { Note, NoteResult, ResearchSource } from "../evidence/ledger.ts";
import type { PlanStep } from "../plan/plan.ts";
import { type AskedTool, type Found, PLACES } from "../ports.ts";
import { asMaterial } from "../prompts.ts";
import type { Taken } from "../steps.ts";
import type { Stage } from "./stage.ts";

const PIECE = 12_000;
const MOST_HITS = 8;

const Search = z.object({ query: z.string().trim().min(1).max(400), place: z.enum(PLACES).optional() });
const Read = z.object({
  address: z.string().trim().min(1).max(4_000).describe("Address of a hit, or one that you know"),
  from: z.int().min(0).default(0).describe("Character to begin at, in a long page"),
});
const NoteDown = z.object({
  claim: z.string().trim().min(1).max(1_000).describe("The fact in your words, complete in itself"),
  quote: z.string().trim().min(1).max(2_000).describe("Words of the source that prove it, exactly"),
  source_id: z.string().max(20),
});
const Done = z.object({ missing: z.string().max(1_000).default("").describe("What you did not find") });

export const WORKER_TOOLS: readonly ToolSpec[] = [
  spec("search", "Search a place. Gives titles, addresses and passages.", Search),
  spec("read", "Read a page or document as text.", Read),
  spec("note", "Note a fact with the words of a source that prove it.", NoteDown),
  spec("done", "End the work.", Done),
];

function spec(name: string, description: string, schema: z.ZodType): ToolSpec {
  const { $schema: _, ...input } = z.toJSONSchema(schema, { io: "input" });
  return { name, description, input };
}

interface WorkerTools {
  /** Results in the order of the calls; undefined when the worker was stopped. */
  runAll(calls: readonly AskedTool[], turn: number): Promise<string[] | undefined>;
  /** Reason of the stop. */
  why(): "budget" | "stopped";
  counts(): { notes: number; sources: number };
  missing(): string | undefined;
}

type Result = { text: string } | { why: "budget" | "stopped" };

export function createWorkerTools(stage: Stage, step: PlanStep, signal: AbortSignal): WorkerTools {
  const { ports, ledger, steps } = stage;
  const seen = new Set<string>();
  let [notes, missing, why]: [number, string, "budget" | "stopped"] = [0, "", "stopped"];

  const free = <T>(key: string, perform: (stop: AbortSignal) => Promise<T>, isFailure?: (of: T) => boolean) =>
    steps.take(
      {
        key: `work:${step.id}:${key}`,
        worst_usd: 0,
        purse: "gather",
        perform: async (stop) => ({ value: await perform(stop), cost_usd: 0 }),
        ...(isFailure && { isFailure }),
      },
      signal,
    );

  const tools: Record<string, (input: unknown, key: string) => Promise<Result>> = {
    async search(input, key) {
      const query = Search.parse(input);
      const place = query.place ?? step.places[0] ?? "web";
      const found = await free(
        key,
        (stop) => ports.outside.search({ ...query, place }, stop),
        ({ ok }) => !ok,
      );
      if (found.ok && !found.value.ok) stage.endedBy.add("search");
      return shown(found, hitsShown);
    },
    async read(input, key) {
      const { address, from } = Read.parse(input);
      const read = await free(
        key,
        (stop) => readSource(stage, address, stop),
        ({ ok }) => !ok,
      );
      if (!read.ok) return read;
      if (!read.value.ok) return { text: `Not read: ${read.value.reason}` };
      const source = ledger.enter(read.value.source);
      seen.add(source.id);
      return { text: pieceOf(source, await ledger.textOf(source), from) };
    },
    async note(input, key) {
      const wish = { ...NoteDown.parse(input), step_id: step.id };
      const noted = await free<NoteResult>(key, () => ledger.noteOf(wish));
      if (noted.ok && noted.value.ok) {
        ledger.enterNote(noted.value.note);
        notes += 1;
        stage.plan.change(step.id, { notes, sources: seen.size });
      }
      return shown(noted, (result) => (result.ok ? `Noted as ${result.note.id}.` : result.reason));
    },
    async done(input) {
      missing = Done.parse(input).missing;
      return { text: "" };
    },
  };

  return {
    async runAll(calls, turn) {
      const results: string[] = [];
      for (const [at, { name, input }] of calls.entries()) {
        const result = await attempt(tools[name], input, `${turn}.${at + 1}:${name}`);
        if ("why" in result) {
          why = result.why;
          return undefined;
        }
        results.push(result.text);
      }
      return results;
    },
    why: () => why,
    counts: () => ({ notes, sources: seen.size }),
    missing: () => missing || undefined,
  };
}

/** Input that does not fit is told to the model, which tries again. */
async function attempt(
  tool: ((input: unknown, key: string) => Promise<Result>) | undefined,
  input: unknown,
  key: string,
): Promise<Result> {
  if (!tool) return { text: "There is no such tool." };
  try {
    return await tool(input, key);
  } catch (problem) {
    if (problem instanceof z.ZodError) return { text: `Wrong input. ${z.prettifyError(problem)}` };
    throw problem;
  }
}

type SourceResult = { ok: true; source: ResearchSource } | { ok: false; reason: string };

async function readSource(
  { ports, ledger }: Stage,
  address: string,
  signal: AbortSignal,
): Promise<SourceResult> {
  const read = await ports.outside.read(address, signal);
  if (!read.ok) return read;
  if (read.page.text.trim() === "") return { ok: false, reason: "It has no text." };
  return { ok: true, source: await ledger.addSource(read.page, ports.now()) };
}

function shown<T>(taken: Taken<T>, show: (value: T) => string): Result {
  return taken.ok ? { text: show(taken.value) } : taken;
}

function hitsShown(found: Found): string {
  if (!found.ok) return `The search failed: ${found.reason}`;
  if (found.hits.length === 0) return "Nothing was found.";
  const lines = found.hits
    .slice(0, MOST_HITS)
    .map(({ title, address, snippet }) => `${title}\n${address}\n${snippet}`);
  return asMaterial(lines.join("\n\n"), { kind: "search results" });
}

function pieceOf({ id, title, address }: ResearchSource, text: string, from: number): string {
  const piece = text.slice(from, from + PIECE);
  const end = from + piece.length;
  const more =
    end < text.length ? `\nCharacters ${from} to ${end} of ${text.length}. Read on from ${end}.` : "";
  return asMaterial(piece, { id, title, address }) + more;
}

/** Sources and notes of earlier lives of the run, so that ids are not given twice. */
export function knownFromJournal({ ports: { journal }, ledger }: Stage): void {
  const results = journal.all().flatMap(({ end }) => (end ? [end.result] : []));
  const sources = results.flatMap((result) => (isSourceResult(result) ? [result.source] : []));
  const byNumber = (one: ResearchSource) => Number(one.id.slice(1));
  for (const source of sources.toSorted((a, b) => byNumber(a) - byNumber(b))) ledger.enter(source);
  for (const result of results) if (isNoteResult(result)) ledger.knows(result.note);
}

function isSourceResult(result: unknown): result is { ok: true; source: ResearchSource } {
  return typeof result === "object" && result !== null && "source" in result;
}

function isNoteResult(result: unknown): result is { ok: true; note: Note } {
  return typeof result === "object" && result !== null && "note" in result;
}
