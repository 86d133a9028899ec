/** Tools of a worker. Nothing that they do changes anything outside the run. */
import { z } from "zod";
import type { ToolSpec } from "../../agent/ports/model.ts";
import type { Note, NoteResult, ResearchSource } from "../evidence/ledger.ts";
import { asMaterial } from "../material.ts";
import type { PlanStep } from "../plan/plan.ts";
import { type AskedTool, type Hit, PLACES, type ReadPage, type SearchResult } from "../ports.ts";
import type { Step, StepResult } from "../steps.ts";
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

type Stop = "budget" | "stopped";
type Result = { text: string } | { why: Stop };

/** The tools of one worker, with what it has noted and seen. */
export class WorkerTools {
  /** Reason of the stop, once `runAll` has told of one. */
  why: Stop = "stopped";
  /** Things that the worker did not find, in its words. */
  missing: string | undefined;
  private readonly stage: Stage;
  private readonly step: PlanStep;
  private readonly signal: AbortSignal;
  private readonly mayRead: ShownAddresses;
  private readonly seen = new Set<string>();
  private notes = 0;

  constructor(stage: Stage, step: PlanStep, signal: AbortSignal) {
    this.stage = stage;
    this.step = step;
    this.signal = signal;
    this.mayRead = shownAddresses(stage, step);
  }

  /** Results in the order of the calls; undefined when the worker was stopped. */
  async runAll(calls: readonly AskedTool[], turn: number): Promise<string[] | undefined> {
    const results: string[] = [];
    for (const [at, { name, input }] of calls.entries()) {
      const result = await this.attempt(name, input, `${turn}.${at + 1}:${name}`);
      if ("why" in result) {
        this.why = result.why;
        return undefined;
      }
      results.push(result.text);
    }
    return results;
  }

  counts(): { notes: number; sources: number } {
    return { notes: this.notes, sources: this.seen.size };
  }

  /** Input that does not fit is told to the model, which tries again. */
  private async attempt(name: string, input: unknown, key: string): Promise<Result> {
    try {
      if (name === "search") return await this.search(Search.parse(input), key);
      if (name === "read") return await this.read(Read.parse(input), key);
      if (name === "note") return await this.note(NoteDown.parse(input), key);
      if (name !== "done") return { text: "There is no such tool." };
      this.missing = Done.parse(input).missing || undefined;
      return { text: "" };
    } catch (problem) {
      if (problem instanceof z.ZodError) return { text: `Wrong input. ${z.prettifyError(problem)}` };
      throw problem;
    }
  }

  private async search(wish: z.output<typeof Search>, key: string): Promise<Result> {
    const { ports, pages } = this.stage;
    const query = { query: wish.query, place: wish.place ?? this.step.places[0] ?? "web" };
    const found = await this.free(key, (stop) => ports.outside.search(query, stop));
    if (found.ok && !found.value.ok) this.stage.endedBy.add("search");
    if (found.ok) for (const page of pagesIn(found.value)) pages.set(page.address, page);
    const result = shown(found, hitsShown);
    if ("text" in result) this.mayRead.show(result.text);
    return result;
  }

  private async read({ address, from }: z.output<typeof Read>, key: string): Promise<Result> {
    if (!this.mayRead.has(address)) return { text: NOT_SHOWN };
    const { ledger } = this.stage;
    const read = await this.free(key, (stop) => readSource(this.stage, address, stop));
    if (!read.ok) return read;
    if (!read.value.ok) return { text: `Not read: ${read.value.reason}` };
    const source = ledger.enter(read.value.source);
    this.seen.add(source.id);
    const piece = pieceOf(source, await ledger.textOf(source), from);
    this.mayRead.show(piece);
    return { text: piece };
  }

  private async note(wish: z.output<typeof NoteDown>, key: string): Promise<Result> {
    const { ledger, plan, steps } = this.stage;
    const step_id = this.step.id;
    const noted = await steps.take<NoteResult>(
      this.freeStep(key, () => ledger.noteOf({ ...wish, step_id })),
      this.signal,
    );
    if (noted.ok && noted.value.ok) {
      ledger.enterNote(noted.value.note);
      this.notes += 1;
      plan.change(step_id, this.counts());
    }
    return shown(noted, (result) => (result.ok ? `Noted as ${result.note.id}.` : result.reason));
  }

  private free<T extends { ok: boolean }>(
    key: string,
    perform: (stop: AbortSignal) => Promise<T>,
  ): Promise<StepResult<T>> {
    return this.stage.steps.take({ ...this.freeStep(key, perform), isFailure: ({ ok }) => !ok }, this.signal);
  }

  private freeStep<T>(key: string, perform: (stop: AbortSignal) => Promise<T>): Step<T> {
    return {
      key: `work:${this.step.id}:${key}`,
      worst_usd: 0,
      purse: "gather",
      perform: async (stop) => ({ value: await perform(stop), cost_usd: 0 }),
    };
  }
}

const NOT_SHOWN = "Only addresses that a search or a page showed, or the question names, can be read.";

interface ShownAddresses {
  show(text: string): void;
  has(address: string): boolean;
}

/** Addresses that a worker has been shown. It makes none up: what it has read could leave by them. */
function shownAddresses({ order, ledger }: Stage, { by, question }: PlanStep): ShownAddresses {
  const texts = [...(order.may_read_named ? [order.question] : []), ...(by === "person" ? [question] : [])];
  return {
    show: (text: string) => void texts.push(text),
    has: (address: string) =>
      texts.some((text) => text.includes(address)) ||
      ledger.sources.some((source) => source.address === address),
  };
}

type SourceResult = { ok: true; source: ResearchSource } | { ok: false; reason: string };

async function readSource(
  { ports, ledger, pages }: Stage,
  address: string,
  signal: AbortSignal,
): Promise<SourceResult> {
  const found = pages.get(address);
  const read = found ? { ok: true as const, page: found } : await ports.outside.read(address, signal);
  if (!read.ok) return read;
  if (read.page.text.trim() === "") return { ok: false, reason: "It has no text." };
  return { ok: true, source: await ledger.addSource(read.page, ports.now()) };
}

function shown<T>(taken: StepResult<T>, show: (value: T) => string): Result {
  return taken.ok ? { text: show(taken.value) } : taken;
}

function hitsShown(found: SearchResult): string {
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

/** Sources and notes of earlier lives of the run, so that ids are not given twice, and pages that a search gave whole. */
export function knownFromJournal({ ports: { journal }, ledger, pages }: Stage): void {
  const results = journal.all().flatMap(({ end }) => (end ? [end.result] : []));
  for (const page of results.flatMap(pagesIn)) pages.set(page.address, page);
  const sources = results.flatMap((result) => (isSourceResult(result) ? [result.source] : []));
  const byNumber = (one: ResearchSource) => Number(one.id.slice(1));
  for (const source of sources.toSorted((a, b) => byNumber(a) - byNumber(b))) ledger.enter(source);
  for (const result of results) if (isNoteResult(result)) ledger.knows(result.note);
}

function pagesIn(result: unknown): ReadPage[] {
  const hits = typeof result === "object" && result !== null && "hits" in result ? result.hits : [];
  return (hits as Hit[]).flatMap(({ page }) => page ?? []);
}

function isSourceResult(result: unknown): result is { ok: true; source: ResearchSource } {
  return typeof result === "object" && result !== null && "source" in result;
}

function isNoteResult(result: unknown): result is { ok: true; note: Note } {
  return typeof result === "object" && result !== null && "note" in result;
}
