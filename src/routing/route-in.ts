/** Looks up the facts that routing needs for a message, and decides which agent answers. */
import type { Inbound } from "../domain/inbound.ts";
import { ownTextOf } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { ThreadRequest } from "./address.ts";
import { type AgentLookup, isThereFor } from "./answering-agent.ts";
import type { Keywords } from "./keywords.ts";
import {
  type Answering,
  type ExplainedCondition,
  explain,
  mentionIn,
  type RoutableMessage,
  type RoutingFacts,
  route,
} from "./route.ts";
import { type ChannelDefaults, NO_DEFAULTS, type Place, type Thread, type Threads } from "./threads.ts";

interface RouteDeps extends AgentLookup {
  threads: Pick<Threads, "defaults">;
  keywords(): Keywords | Promise<Keywords>;
}

interface RoutedInput {
  place: Place;
  thread: Thread | undefined;
  inbound: Inbound;
  wish: ThreadRequest;
  /** The sender: agents that are not available to them do not count. */
  who: Principal;
}

/**
 * Undefined: no agent answers. If the lookup of an agent fails, it counts as existing, and the turn resolves
 * it.
 */
export async function routeIn(deps: RouteDeps, arrival: RoutedInput): Promise<Answering | undefined> {
  const message = messageOf(arrival.inbound, arrival.wish);
  return route(message, await factsOf(deps, arrival, message));
}

/** Explains the decision for such a message. */
export async function explainIn(
  deps: RouteDeps,
  { place, thread, who, message }: Omit<RoutedInput, "inbound" | "wish"> & { message: RoutableMessage },
): Promise<{ answering: Answering | undefined; conditions: ExplainedCondition[] }> {
  return explain(message, await factsOf(deps, { place, thread, who }, message));
}

function messageOf(inbound: Inbound, wish: ThreadRequest): RoutableMessage {
  const is_group = inbound.source.is_group === true;
  // Buttons and answers always go to the agent that asked.
  if (inbound.type !== "user_message")
    return { text: "", requested: wish.agent ?? undefined, is_group, is_addressed: true };
  const is_addressed = inbound.is_addressed === true;
  const agent = inbound.agent ?? wish.agent ?? undefined;
  return { text: ownTextOf(inbound.parts), requested: agent, is_group, is_addressed };
}

async function factsOf(
  deps: RouteDeps,
  { place, thread, who }: Omit<RoutedInput, "inbound" | "wish">,
  message: RoutableMessage,
): Promise<RoutingFacts> {
  const { agent = null, room = null, answers_all = false } = thread ?? {};
  const bound = { agent, room, answers_all };
  const current = thread?.conversation_id ?? null;
  const [named, set] = [[mentionIn(message.text), message.replied_to], [bound.agent]];
  // Defaults and keywords are looked up for new conversations only.
  const isOpen = current === null && bound.agent === null && bound.room === null;
  const defaults = isOpen ? await deps.threads.defaults(place) : NO_DEFAULTS;
  const isOverheard = message.is_group && message.is_addressed === false;
  const keywords = isOverheard || (isOpen && message.is_group) ? await deps.keywords() : undefined;
  const [theirs, there] = await Promise.all([
    agentsAmong(named, (slug) => isThereFor(deps, slug, who)),
    agentsAmong([...set, ...slugsIn(defaults)], deps.hasAgent),
  ]);
  return {
    isTheirs: (slug) => theirs.has(slug),
    isAgent: (slug) => there.has(slug),
    bound,
    current,
    defaults,
    keyword: (text) => keywords?.in(text, who),
  };
}

function slugsIn({ default_agent, fallback_agent }: ChannelDefaults): (string | undefined)[] {
  return [default_agent ?? undefined, fallback_agent ?? undefined];
}

async function agentsAmong(
  slugs: readonly (string | null | undefined)[],
  isThere: (slug: string) => Promise<boolean>,
): Promise<Set<string>> {
  const named = [...new Set(slugs.filter((slug) => slug != null))];
  const there = await Promise.all(named.map((slug) => isThere(slug).catch(() => true)));
  return new Set(named.filter((_, at) => there[at]));
}
