/**
 * The recalled memories of a turn: the passages themselves, or an account of them by the agent's fast model.
 */
import { accountBy, MOST_OUTPUT_TOKENS, type Prose } from "../../../src/agent/context/account.ts";
import type { MemoryScope, RecalledItem, TalkMessage } from "../../../src/agent/ports/memory.ts";
import { withFreeNumbers } from "../../../src/agent/sources/given.ts";
import type { Turn } from "../../../src/agent/turn.ts";
import { definedOf } from "../../../src/domain/defined.ts";
import { type Message, type RecalledSource, textOf } from "../../../src/domain/message.ts";
import { within } from "../../../src/domain/time/deadline.ts";
import { leftOf } from "../ledger/mandate-left.ts";
import { meterModel } from "../ledger/side-calls.ts";
import { inWhoseName } from "../ledger/turn-costs.ts";
import type { GatherDeps } from "./runner-deps.ts";

type RememberedDeps = Pick<GatherDeps, "store" | "ports" | "pump" | "later">;

interface RecalledMemories {
  recalled: readonly RecalledItem[];
  /** Replaces all recalled passages that are not in `recalled`. */
  account?: string;
}

export interface Remembering {
  turn: Turn;
  scope: MemoryScope;
  /** Messages in the turn's context, newest last. */
  messages: readonly Message[];
  /** Aborts when nobody waits any longer; results that come later are not shown. */
  wanted: AbortSignal;
}

/** Standing wishes that fit the newest message. Surroundings have been read before, and standing memory with them. */
export function wishesFor(
  { ports }: RememberedDeps,
  { turn, scope, messages }: Omit<Remembering, "wanted">,
): string[] {
  if (turn.memory === "nothing") return [];
  return ports.recall.wishes(scope, newestOf(messages));
}

export const NOTHING: RecalledMemories = { recalled: [] };

const RECALL_LIMIT = 5;
const RECALL_BOX_MS = 150;
/** Earlier messages that recall considers, since a message may refer back to them. */
const EARLIER_MESSAGES = 6;
const EARLIER_CHARACTERS = 1_000;
/** Longest wait for the account; after that the turn gets the passages themselves. */
const ACCOUNT_BOX_MS = 2_000;
/** A single passage needs no account. */
const LEAST_TOLD = 2;

export async function rememberedFor(deps: RememberedDeps, request: Remembering): Promise<RecalledMemories> {
  if (request.turn.memory === "nothing") return NOTHING;
  const recalled = await recall(deps, request);
  const { recall_style: style } = request.turn.agent;
  const retold = retoldOf(recalled, request.turn);
  if (style === "structured" || retold.length === 0) return { recalled };
  const account = await accountOf(deps, request, { style, retold });
  if (account === undefined) return { recalled };
  return { recalled: recalled.filter((item) => !retold.includes(item)), account };
}

/** Items that an account is to replace. */
function retoldOf(items: readonly RecalledItem[], { agent, is_owners }: Turn): RecalledItem[] {
  // Words of others could steer the account, which would then stand in the context unmarked.
  const retold = agent.recall_style === "structured" || !is_owners ? [] : items.filter(mayBeRetold);
  return retold.length < LEAST_TOLD ? [] : retold;
}

/** Untrusted passages stay as they are, inside their marks, and commitments are never left out. */
function mayBeRetold({ untrusted, kind }: RecalledItem): boolean {
  return untrusted !== true && kind !== "commitment";
}

async function recall(
  { ports, pump, later }: RememberedDeps,
  { turn, scope, messages, wanted }: Remembering,
): Promise<readonly RecalledItem[]> {
  const query = newestOf(messages);
  if (query.trim() === "") return [];
  const asker = isShared(scope) ? messages.at(-1)?.author : undefined;
  const { time_zone } = turn;
  const earlier = messages.slice(-1 - EARLIER_MESSAGES, -1).flatMap(saidIn);
  const found = await within({ ms: RECALL_BOX_MS, later }, (signal) =>
    ports.recall.recall(
      scope,
      { query, earlier, limit: RECALL_LIMIT, ...definedOf({ asker, time_zone: time_zone ?? undefined }) },
      signal,
    ),
  );
  const items = found.status === "ready" ? numbered(found.value, turn, messages) : [];
  if (items.length > 0 && !wanted.aborted) pump.push({ type: "recall", items: items.map(sourceOf) });
  return items;
}

/** Items with their numbers; those that an account is to replace have none. */
function numbered(
  items: readonly RecalledItem[],
  turn: Turn,
  messages: readonly Message[],
): readonly RecalledItem[] {
  const retold = retoldOf(items, turn);
  const shown = withFreeNumbers(
    items.filter((item) => !retold.includes(item)),
    messages,
  );
  const numbers = new Map(shown.map(({ id, n }) => [id, n]));
  return items.map((item) => ({ ...item, ...definedOf({ n: numbers.get(item.id) }) }));
}

/**
 * Whether recall goes by the asker's name. A person's own memory does not, since their words may stand there under
 * several of their names.
 */
function isShared({ room, apart }: MemoryScope): boolean {
  return room !== undefined || apart === true;
}

function newestOf(messages: readonly Message[]): string {
  return textOf(messages.at(-1)?.parts ?? []);
}

/** The earlier talk that a question without content of its own refers to. */
function saidIn({ role, parts }: Message): TalkMessage[] {
  return role === "system" ? [] : [{ role, text: textOf(parts).slice(0, EARLIER_CHARACTERS) }];
}

function sourceOf({ id, kind, text, source, at, untrusted, n, url }: RecalledItem): RecalledSource {
  return { id, text, source, ...definedOf({ kind, at, untrusted, n, url }) };
}

/** Undefined when there is no fast model, it may not be called, it failed, or it is late. */
async function accountOf(
  deps: RememberedDeps,
  { turn, messages, wanted }: Remembering,
  { style, retold }: { style: Prose; retold: readonly RecalledItem[] },
): Promise<string | undefined> {
  const { store, ports, later } = deps;
  const { agent } = turn;
  const model = agent.fast_model ?? ports.model.fastModel();
  if (!model || model.startsWith("offline/")) return undefined;
  const purpose = { id: `${turn.id}:recall`, agent: agent.slug, purpose: "memory" };
  // The cost is booked together with the turn's own.
  const port = meterModel({ store, ports, leaveWork: () => undefined }, purpose);
  const system = ports.prompts.text("recall-account", { [style]: "yes" });
  const request = { model, system, question: newestOf(messages), items: retold };
  const written = await within({ ms: ACCOUNT_BOX_MS, later, stop: wanted }, async (signal) =>
    (await isAffordable(deps, turn, model)) ? accountBy(port, request, signal) : undefined,
  ).catch((problem: unknown) => {
    ports.log.warn("recall_not_retold", { turn: turn.id, problem: String(problem) });
    return undefined;
  });
  return written?.status === "ready" ? written.value : undefined;
}

/** Checks the same budgets as the turn's own calls. */
async function isAffordable({ store, ports }: RememberedDeps, turn: Turn, model: string): Promise<boolean> {
  const { payer: owner, agent, limits } = turn;
  const inName = inWhoseName(store.meta).map((slug) => ({ owner, agent: slug }));
  const payers = [{ owner, agent: agent.slug, allowance: limits }, ...inName];
  await Promise.all(payers.map((payer) => ports.budgets.ready(payer)));
  const left = leftOf(store, []);
  if (left !== null && left <= 0) return false;
  const call = { model, prompt_tokens: () => 1_000, output_tokens: MOST_OUTPUT_TOKENS, isFirst: false };
  return payers.every((payer) => ports.budgets.refusal(payer, call) === undefined);
}
