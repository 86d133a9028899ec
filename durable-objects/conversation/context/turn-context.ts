/**
 * Builds the context of a turn's model calls and makes it fit: history, summary, files, the cached prefix,
 * the dynamic block.
 */

import { compactionThreshold, roomFor } from "../../../src/agent/compact/plan.ts";
import { textTokens, toolTokens } from "../../../src/agent/compact/window.ts";
import { ABOUT_MARKS } from "../../../src/agent/context/attribution.ts";
import { buildContext } from "../../../src/agent/context/context.ts";
import { type ContextFile, loadContextFiles, sectionOf } from "../../../src/agent/context/files.ts";
import type { MemoryScope } from "../../../src/agent/ports/memory.ts";
import type { ModelInfo, SystemBlock, ToolSpec, UserBlock } from "../../../src/agent/ports/model.ts";
import type { StepRecord, TurnContext } from "../../../src/agent/turn.ts";
import { filesOfTier } from "../../../src/domain/agent.ts";
import { type Voices, voicesOf } from "../../../src/domain/conversation/voices.ts";
import type { MediaPart, Message } from "../../../src/domain/message.ts";
import { within } from "../../../src/domain/time/deadline.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import { firstAndNewest } from "../../../src/domain/visit/first-and-last.ts";
import type { EventPump } from "../readers/event-pump.ts";
import type { Store } from "../rows/store.ts";
import { Prefixes } from "../rows/turns/prefixes.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { Cast } from "./casting.ts";
import { CUT_NOTICE, FITTING_NOTICE } from "./compaction-notices.ts";
import type { CompactOutcome, Compactor, Load } from "./compactor.ts";
import type { History, LoadedHistory } from "./model-history.ts";
import type { ContextPorts } from "./ports.ts";

interface TurnContextDeps {
  store: Store;
  ports: ContextPorts;
  pump: Pick<EventPump, "push">;
  compactor: Pick<Compactor, "run" | "isQuick" | "note">;
  /** Cached between turns, until the branch changes. */
  history: History;
  later: Later;
}

/** Everything read for a turn other than its history. */
export interface Surroundings {
  files: ContextFile[];
  sections: string[];
  media: ReadonlyMap<string, UserBlock>;
  /** Changes since the cached prefix, for the dynamic block. */
  changes: string[];
}

/** Addressee of a turn, and what may be shown there. */
export interface Scene {
  row: TurnRow;
  cast: Cast;
  /** The messages in the turn's context. */
  messages: readonly Message[];
  scope: MemoryScope;
  is_owners: boolean;
}

export interface ContextRequest {
  row: TurnRow;
  cast: Cast;
  tools: readonly ToolSpec[];
  surroundings: Surroundings;
  /** Custom instructions of the owner; empty: none. */
  instructions: string;
  dynamic: string;
  /** Journaled earlier. */
  steps: readonly StepRecord[];
}

/** Longest time that an answer waits for a summary without which it does not fit. */
const FIT_WAIT_MS = 30_000;

export class TurnContexts {
  private readonly deps: TurnContextDeps;
  private readonly prefixes: Prefixes;
  private load: Load | undefined;

  constructor(deps: TurnContextDeps) {
    const { store, ports } = deps;
    this.deps = deps;
    this.prefixes = new Prefixes(store.sql, ports.cacheLifetime);
  }

  /** The messages in the turn's context, newest last. */
  messages(row: TurnRow, model: string): readonly Message[] {
    return this.loaded(row, this.deps.ports.model.info(model)).messages;
  }

  /** Speakers of the messages, labelled for the agent that reads them. */
  voices(agent: string): Voices {
    const { messages, base } = this.deps.history.held;
    return voicesOf(messages, { agent, owner: this.deps.store.meta.owner, earlier: base?.heard ?? [] });
  }

  /** Reads everything from outside the conversation, in parallel. */
  async surroundings({ row, cast, messages, scope, is_owners }: Scene): Promise<Surroundings> {
    const { ports, store } = this.deps;
    const { agent } = cast;
    const [sections, files, media] = await Promise.all([
      cast.sections(scope),
      this.files(store.meta.owner, filesOfTier(agent, row.tier) ?? []),
      this.media(messages),
    ]);
    // An agent's notes about its owner are for the owner only.
    const isPrivate = is_owners && scope.apart !== true && !store.meta.temporary;
    const current = [...sections, ...(isPrivate ? files.semi_stable.map(sectionOf) : [])];
    // A prompt shared with others must not keep what is known of the owner.
    const place = scope.apart ? " apart" : "";
    const stamp = `${agent.version} ${store.compactions.newest()?.id ?? ""}${place}`;
    const owner = { agent: agent.slug, tier: row.tier };
    const kept = this.prefixes.settle(owner, { stamp, sections: current }, ports.now());
    return { files: files.stable, sections: kept.prefix.sections, media, changes: kept.changes };
  }

  /**
   * A request that would not fit has its older part summarised first; failing that, it is dropped from the
   * context.
   */
  async build(request: ContextRequest): Promise<TurnContext> {
    const info = this.deps.ports.model.info(request.cast.models[0] ?? "");
    const { max_output_tokens } = request.cast.limits;
    const room = roomFor(info.context_window, Math.min(max_output_tokens, info.max_output_tokens));
    let loaded = this.loaded(request.row, info);
    const isLight = info.is_light === true;
    let context = this.contextOf(request, loaded, isLight);
    const beside = sizeBeside(context.system, request);
    if (beside + loaded.tokens > room && loaded.messages.length > 1) {
      await this.shorten(request, loaded.tokens);
      loaded = this.loaded(request.row, info);
      if (beside + loaded.tokens > room) loaded = this.cut(request, info);
      context = this.contextOf(request, loaded, isLight);
    }
    this.load = { ...requestOf(request), tokens: beside + loaded.tokens, history: loaded.tokens };
    return context;
  }

  /**
   * The provider refused the request as too long, since sizes are estimates. Returns whether the history was
   * made shorter.
   */
  async shortenAfterRefusal(request: ContextRequest): Promise<boolean> {
    return (await this.shorten(request, this.deps.history.held.tokens))?.status === "compacted";
  }

  /** The turn parks. */
  parked(): void {
    this.prefixes.save(this.deps.ports.now());
  }

  /** The turn that `build` served has ended with this answer. */
  ended(answer: Message, steps: readonly StepRecord[]): void {
    // Steered messages stand before the answer and are not in the loaded history.
    if (steps.some(({ reply }) => reply.steered)) this.deps.history.forget();
    else this.deps.history.append(answer);
    this.prefixes.save(this.deps.ports.now());
    const load = this.load;
    this.load = undefined;
    const usage = steps.at(-1)?.reply.usage;
    if (!load || !usage) return;
    const { tokens: history } = this.deps.history.held;
    const estimated = load.tokens + history - load.history;
    const reported =
      usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens + usage.output_tokens;
    // The provider's count is exact, but one that is far too small is ignored.
    this.deps.compactor.note({
      ...load,
      leaf: answer.id,
      tokens: reported > estimated / 2 ? reported : estimated,
      history,
    });
  }

  /** A child of a tainted turn is tainted from its first word. */
  private contextOf(request: ContextRequest, loaded: LoadedHistory, isLight: boolean): TurnContext {
    const { parent } = this.deps.store.meta;
    const rules = this.deps.ports.prompts.text(isLight ? "rules-light" : "rules");
    const context = contextOf(request, loaded, { store: this.deps.store, isLight, rules });
    const mandate = parent?.mandate;
    if (!mandate?.tainted) return context;
    return {
      ...context,
      tainted: true,
      only_recalled: false,
      seen_urls: [...(context.seen_urls ?? []), ...mandate.known_urls],
    };
  }

  private loaded(row: TurnRow, { context_window }: ModelInfo): LoadedHistory {
    return this.deps.history.load(row.trigger_id, context_window * 2);
  }

  /** Undefined when it takes longer than an answer should wait; it then continues beside the turn. */
  private async shorten(request: ContextRequest, tokens: number): Promise<CompactOutcome | undefined> {
    const { pump, compactor, later } = this.deps;
    const awaited = { ...requestOf(request), is_awaited: true };
    const running = compactor.run(awaited);
    if (!compactor.isQuick(awaited, tokens)) return undefined;
    pump.push({ type: "notice", level: "info", text: FITTING_NOTICE });
    const shortened = await within({ ms: FIT_WAIT_MS, later }, () => running);
    return shortened.status === "ready" ? shortened.value : undefined;
  }

  private cut({ cast, row }: ContextRequest, info: ModelInfo): LoadedHistory {
    this.loaded(row, info);
    this.deps.pump.push({ type: "notice", level: "warning", text: CUT_NOTICE });
    return this.deps.history.cut(compactionThreshold(info.context_window, cast.limits.compact_at_tokens));
  }

  private async files(owner: string, names: readonly string[]) {
    const { contextFiles, log } = this.deps.ports;
    return loadContextFiles(contextFiles, { owner, names }, (name, problem) =>
      log.warn("context_file_not_read", { name, problem: String(problem) }),
    );
  }

  private media(messages: readonly Message[]): ReturnType<ContextPorts["media"]> {
    const parts = messages.flatMap(givenFiles);
    const { ports, store } = this.deps;
    return parts.length > 0 ? ports.media(store.meta.owner, parts) : Promise.resolve(new Map());
  }
}

function contextOf(
  { cast, surroundings, instructions, dynamic }: ContextRequest,
  { messages, base }: LoadedHistory,
  { store: { meta, transcript }, isLight, rules }: { store: Store; isLight: boolean; rules: string },
): TurnContext {
  const { files, sections, media } = surroundings;
  const checked_at = meta.checked_at === null ? undefined : new Date(meta.checked_at).toISOString();
  const last = base && transcript.get(base.upto)?.created_at;
  const is_checked = last != null && checked_at !== undefined && last <= checked_at;
  return buildContext({
    agent: cast.agent,
    owner: meta.owner,
    isLight,
    rules,
    checked_at,
    files,
    ...(cast.place !== undefined && { place: `${cast.place}\n${ABOUT_MARKS}` }),
    instructions,
    semi_stable: sections,
    summary: base ? { ...base, text: base.summary, is_checked } : undefined,
    messages: cast.view ? firstAndNewest(messages, cast.view) : messages,
    dynamic,
    media: (part) => media.get(part.file_id),
  });
}

/** Tokens of the request without its messages. */
function sizeBeside(system: readonly SystemBlock[], { tools, dynamic, steps }: ContextRequest): number {
  const texts = [...system.map(({ text }) => text), dynamic];
  if (steps.length > 0) texts.push(JSON.stringify(steps));
  return texts.reduce((sum, text) => sum + textTokens(text), toolTokens(tools));
}

function requestOf({ row, cast: { agent, models, limits } }: ContextRequest) {
  return { leaf: row.trigger_id, agent, models, limits };
}

/**
 * Files that the model sees: of an answer, only those that tools gave to the model, not those made for
 * people.
 */
function givenFiles({ role, parts }: Message): MediaPart[] {
  return parts.filter(isMedia).filter(({ call_id }) => role !== "assistant" || call_id !== undefined);
}

function isMedia(part: Message["parts"][number]): part is MediaPart {
  return part.type === "image" || part.type === "audio" || part.type === "file";
}
