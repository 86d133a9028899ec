/** Sources of a running turn: their texts are kept as they are read, and its answer is bound to them. */
import { recordOf } from "../../../src/agent/loop/assemble.ts";
import { type BindableSource, bindCitations } from "../../../src/agent/sources/bind.ts";
import type { GivenSource } from "../../../src/agent/sources/given.ts";
import { markersIn } from "../../../src/agent/sources/markers.ts";
import { type ReadText, sourcesIn } from "../../../src/agent/sources/number.ts";
import type { StepRecord, TurnContext, TurnOutcome } from "../../../src/agent/turn.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import type { MediaPart, Part } from "../../../src/domain/message.ts";
import type { NumberedSource, Source } from "../../../src/domain/sources/source.ts";
import type { Trust } from "../../../src/domain/trust.ts";
import { sha256Hex } from "../../../src/platform/digest.ts";
import type { RunnerDeps } from "./runner-deps.ts";

/** UTF-16 units of one source; a longer text is kept up to there. */
const LONGEST_TEXT = 2_000_000;
/** Texts that an answer's citations are looked for in. */
const MOST_TEXTS = 20;

export class TurnSources {
  private readonly deps: Pick<RunnerDeps, "store" | "ports">;
  /** Texts at hand, by their hashes. */
  private readonly texts = new Map<string, string | undefined>();

  constructor(deps: Pick<RunnerDeps, "store" | "ports">) {
    this.deps = deps;
  }

  /**
   * Keeps what was read, all of a result or nothing, since the model is told the numbers by their order. Never rejects: texts
   * that can't be kept are no sources. A temporary conversation stores none.
   */
  async keep(read: readonly ReadText[], trust: Trust): Promise<Source[]> {
    const kept = await Promise.all(read.map((one) => this.keepOne(one, trust)));
    return kept.every((sources) => sources.length > 0) ? kept.flat() : [];
  }

  private async keepOne({ text: whole, ...about }: ReadText, trust: Trust): Promise<Source[]> {
    const { store, ports } = this.deps;
    const { owner, conversation_id, temporary } = store.meta;
    const text = whole.slice(0, LONGEST_TEXT);
    if (text.trim() === "") return [];
    try {
      const hash = temporary ? await sha256Hex(text) : await ports.sources.put(owner, conversation_id, text);
      this.texts.set(hash, text);
      return [{ ...about, hash, chars: text.length, read_at: new Date(ports.now()).toISOString(), trust }];
    } catch (problem) {
      ports.log.warn("source_not_kept", { conversation: conversation_id, problem: String(problem) });
      return [];
    }
  }

  /** The outcome with its citations, and the events that tell of them. Never rejects. */
  async bound(
    outcome: TurnOutcome,
    turn: AnsweredTurn,
  ): Promise<{ outcome: TurnOutcome; events: EventBody[] }> {
    const given = turn.context.given ?? [];
    const read = outcome.status === "parked" ? [] : knownTo(turn);
    if (outcome.status === "parked" || (read.length === 0 && given.length === 0))
      return { outcome, events: [] };
    const sources = [...(await this.keepGiven(given, outcome.parts)), ...read];
    const textOf = (hash: string) => this.textOf(hash);
    const { parts, citations, dropped } = await bindCitations({ parts: outcome.parts, sources, textOf });
    const events: EventBody[] = [...citations];
    if (dropped > 0) events.push({ type: "notice", level: "info", text: droppedWords(dropped) });
    return { outcome: { ...outcome, parts }, events };
  }

  /** Keeps the texts of those alone that a marker names. One whose text cannot be read is no source. */
  private async keepGiven(given: readonly GivenSource[], parts: readonly Part[]): Promise<BindableSource[]> {
    if (given.length === 0) return [];
    const named = new Set(
      parts
        .flatMap((part) => (part.type === "text" ? markersIn(part.text) : []))
        .flatMap((marker) => marker.numbers),
    );
    const cited = given.filter(({ n }) => named.has(n));
    const kept = await Promise.all(
      cited.map(async ({ n, from, trust, ...about }): Promise<BindableSource[]> => {
        const text = "text" in from ? from.text : await this.textOfFile(from.file);
        const sources = text === undefined ? [] : await this.keepOne({ ...about, text }, trust);
        return sources.map((source) => ({ ...source, n, is_given: true }));
      }),
    );
    return kept.flat();
  }

  private async textOfFile(file: MediaPart): Promise<string | undefined> {
    const { store, ports } = this.deps;
    return ports.fileText(store.meta.owner, file).catch(() => undefined);
  }

  private async textOf(hash: string): Promise<string | undefined> {
    if (!this.texts.has(hash) && this.texts.size < MOST_TEXTS) {
      const { store, ports } = this.deps;
      this.texts.set(hash, await ports.sources.get(store.meta.owner, hash).catch(() => undefined));
    }
    return this.texts.get(hash);
  }
}

interface AnsweredTurn {
  context: Pick<TurnContext, "said" | "given">;
  steps: readonly StepRecord[];
}

/** Sources that the turn's model could see. */
function knownTo({ context, steps }: AnsweredTurn): NumberedSource[] {
  const earlier = (context.said ?? []).flatMap(({ parts }) => sourcesIn(parts));
  const own = steps.flatMap((step) =>
    step.reply.calls.flatMap((call) => recordOf(step.calls, call, "settled")?.result.sources ?? []),
  );
  return [...earlier, ...own];
}

function droppedWords(dropped: number): string {
  return dropped === 1
    ? "A citation named no source that was read, and was taken out."
    : `${dropped} citations named no source that was read, and were taken out.`;
}
