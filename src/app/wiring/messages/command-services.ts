/** Services for commands, for one person in one place. */

import type {
  CommandServices,
  CurrentConversation,
  ListedGrant,
  SpendingSummary,
} from "../../../channels/commands/command.ts";
import { mayTalkTo } from "../../../domain/agent.ts";
import { failure, type Result } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import type { UserMessage } from "../../../domain/inbound.ts";
import type { Principal } from "../../../domain/principal.ts";
import { derivedConversation, threadKey } from "../../../routing/address.ts";
import { resultOf } from "../../../routing/refusal.ts";
import { type Place, threadPlaceOf } from "../../../routing/threads.ts";
import type { StandingGrant } from "../../../storage/d1/grants/grant-store.ts";
import type { House } from "../../house.ts";
import { askConversation } from "../../objects/stubs.ts";
import { currentResearch } from "./current-research.ts";

const MOST_RECALLED = 6;

/**
 * `message` has its actor if they are signed in; a guest of the host is not. `who` is absent for somebody who may not write
 * here.
 */
export function commandServicesFor(
  house: House,
  message: UserMessage,
  who: Principal | undefined,
): CommandServices {
  const { models, agents, memory, linking, now } = house;
  const { source } = message;
  return {
    here: async () => (who ? here(house, message, who) : undefined),
    async research() {
      const there = who && (await at(house, message, who));
      return there && who ? currentResearch(house, { owner: who.owner, id: there.id }) : undefined;
    },
    models: () => models.list().filter(({ hidden }) => !hidden),
    agents: async () => (who ? (await agents.list()).filter((agent) => mayTalkTo(agent, who)) : []),
    spent: async (of) => (who ? spent(house, { of, message, who }) : NOTHING),
    async recall(query) {
      if (!who) return [];
      const hits = await memory.search({ owner: who.owner, scopes: "all", query, limit: MOST_RECALLED });
      return hits.map(({ passage: { text, said_at = now() } }) => `${dayOf(said_at)}: ${text}`);
    },
    grants: async () => (who ? (await house.grants.list(who.owner)).map(listed) : []),
    async endGrant(id) {
      if (who) await house.grants.end(who.owner, id);
    },
    redeem: async (code) => (await linking.redeem(code, source)).text,
  };
}

function listed({ turn_id, conversation_id, ...grant }: StandingGrant): ListedGrant {
  return { ...grant, is_task: turn_id !== null, is_here_only: conversation_id !== null };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

interface At {
  place: Place;
  id: ConversationId;
  owner: string;
}

/** A thread that has only now begun is in no table yet: its conversation follows from its place. */
async function at({ threadCache }: House, { source }: UserMessage, who: Principal): Promise<At> {
  const place = threadPlaceOf(source);
  const thread = await threadCache.at(place);
  const owner = thread?.owner ?? who.owner;
  const known = thread?.conversation_id;
  return {
    place,
    owner,
    id: known ?? (await derivedConversation(owner, threadKey(place, thread?.generation ?? 0))),
  };
}

async function here(
  house: House,
  message: UserMessage,
  who: Principal,
): Promise<CurrentConversation | undefined> {
  const { env } = house;
  const there = await at(house, message, who);
  const { id } = there;
  const state = await askConversation(env, id, async (stub) => stub.state(who));
  if (!state.ok) return undefined;
  const { title, agent, model, mode, message_count, cost_usd, turn, rights } = state.value;
  const { key, source } = message;
  const known = message.actor ? { actor: message.actor } : {};
  const command = async (name: "halt" | "compact") => {
    const input = { key: `${key}/${name}`, source, ...known, command: { name } } as const;
    const received = await askConversation(env, id, async (stub) =>
      stub.receive(who, { type: "command", ...input }),
    );
    return received.ok ? resultOf(received.value) : received;
  };
  return {
    ...{ title, agent, model, mode, message_count, cost_usd, turn, rights },
    halt: () => command("halt"),
    compact: () => command("compact"),
    check: async () => {
      const checked = await askConversation(env, id, async (stub) =>
        stub.patch(who, { outside_checked: true }),
      );
      return checked.ok ? { ok: true, value: true } : checked;
    },
    change: (change) => changed(house, { id, who }, change),
    goOut: () => goneOut(house, { id, who }),
    leave: (isPutAway) => left(house, { ...there, who, mayManage: rights.includes("manage") }, isPutAway),
  };
}

async function changed(
  { env, conversations }: House,
  { id, who }: { id: ConversationId; who: Principal },
  change: Parameters<CurrentConversation["change"]>[0] | { archived: boolean },
): Promise<Result<unknown>> {
  const patched = await askConversation(env, id, async (stub) => stub.patch(who, change));
  if (patched.ok) await conversations.patch(id, change);
  return patched.ok ? { ok: true, value: true } : patched;
}

async function goneOut(
  { env }: House,
  { id, who }: { id: ConversationId; who: Principal },
): Promise<Result<boolean>> {
  const left = await askConversation(env, id, async (stub) => stub.leave(who));
  return left.ok ? { ok: true, value: left.value !== null } : left;
}

/** The conversation is archived first: after an interruption in between, the next message finds it closed and begins anew. */
async function left(
  house: House,
  { place, id, owner, who, mayManage }: At & { who: Principal; mayManage: boolean },
  isPutAway: boolean,
): Promise<Result<unknown>> {
  if (!mayManage) return { ok: false, failure: NOT_THEIRS };
  // A visit that nobody goes on with is over.
  await goneOut(house, { id, who });
  const put = isPutAway ? await changed(house, { id, who }, { archived: true }) : undefined;
  if (put && !put.ok) return put;
  await house.threadCache.link(place, owner, id);
  await house.threadCache.beginAnew(place, id);
  return { ok: true, value: true };
}

const NOT_THEIRS = failure(
  "forbidden",
  "This conversation belongs to someone else. Only they can start a new one here.",
);

const NOTHING: SpendingSummary = { input_tokens: 0, output_tokens: 0, cost_usd: 0 };

async function spent(
  house: House,
  { of, message, who }: { of: Parameters<CommandServices["spent"]>[0]; message: UserMessage; who: Principal },
): Promise<SpendingSummary> {
  const { costs, now } = house;
  if (of === "person_today") {
    const [today] = await costs.sum(who.owner, { period: "today", by: "user" }, now());
    return today ?? NOTHING;
  }
  const { id, owner } = await at(house, message, who);
  const month = await costs.sum(owner, { period: "month", by: "conversation" }, now());
  return month.find(({ key }) => key === id) ?? NOTHING;
}
