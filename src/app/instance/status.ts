/** Status of the instance, for people and for agents. */

import type { InstanceFacts } from "../../tools/session-status.ts";
import type { Services } from "./services.ts";

const DAY_MS = 86_400_000;

/** `owner` null: for everybody. */
export async function factsOf(services: Services, owner: string | null): Promise<InstanceFacts> {
  const { conversations, costs, now, started_at } = services;
  const at = now();
  const [active_conversations, spent] = await Promise.all([
    conversations.active(owner, at - DAY_MS),
    costs.sum(owner, { period: "today", by: "model" }, at),
  ]);
  const today_usd = spent.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
  return { uptime_s: Math.floor((at - started_at) / 1000), today_usd, active_conversations };
}
