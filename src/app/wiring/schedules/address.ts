/** The conversation that a schedule runs in, and the place that its result goes to. */
import { kindNamed, reachedBy } from "../../../channels/kinds.ts";
import { modelsFor } from "../../../domain/agent.ts";
import type { Address } from "../../../routing/address.ts";
import type { Run, Schedule } from "../../../schedules/schedule.ts";
import type { House } from "../../house.ts";

type AddressDeps = Pick<House, "conversations" | "agentCache" | "models" | "kinds" | "channels">;

/** `problem` says why there is no place; it is public. */
export type Place = { to: Address } | { problem: string };

/** The schedule's own conversation, which is created when it first has something to say. */
export function ownPlace({ id, wish: { name, agent } }: Schedule): Address {
  return { new: { channel: "web", agent, title: name, key: ["schedule", id] } };
}

export async function targetPlace(house: AddressDeps, owner: string, schedule: Schedule): Promise<Place> {
  const { target } = schedule.wish;
  switch (target.type) {
    case "own":
      return { to: ownPlace(schedule) };
    case "conversation":
      return { to: { conversation: target.conversation_id } };
    case "channel":
      return chatPlace(house, owner, target.channel);
  }
}

async function chatPlace(house: AddressDeps, owner: string, name: string): Promise<Place> {
  const kind = kindNamed(house.kinds, name);
  if (!kind) return { problem: `There is no channel ${name}.` };
  await house.channels.ready?.(kind.name);
  const port = kind.carried ? house.channels.get(kind.name) : undefined;
  if (port && "missing" in port) return { problem: `${kind.label} is not set up here: ${port.missing}` };
  const newest = await house.conversations.newest(owner, {
    on: reachedBy(house.kinds, name),
    except: "",
    isOwnChat: kind.carried,
  });
  if (newest) return { to: { conversation: newest.id } };
  return { problem: `There is no conversation on ${kind.label} yet. Write there once first.` };
}

/** A conversation for this run alone, which no list shows. */
export async function isolatedPlace(house: AddressDeps, schedule: Schedule, run: Run): Promise<Address> {
  const { id, wish } = schedule;
  const model = wish.kind === "heartbeat" ? await cheapModel(house, wish.agent) : null;
  const key = ["schedule", id, String(run.occurrence)];
  return { new: { channel: "system", agent: wish.agent, title: wish.name, model, key } };
}

/** The agent's model for system inputs, else the fast one. */
async function cheapModel({ agentCache, models }: AddressDeps, slug: string | null): Promise<string> {
  const agent = await agentCache.get(slug);
  const [own] = agent.models_by_source.system === undefined ? [] : modelsFor(agent, "system");
  return own ?? agent.fast_model ?? models.fastModel();
}
