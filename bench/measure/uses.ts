/** What a turn uses of the platform's limits, counted at the bindings; after-work and all. */
import type { NightjarTarget } from "../targets/nightjar.ts";
import type { Uses } from "./uses-of.ts";

/** After-work is written in batches, a second or two after the turns. */
const AFTER_WORK_MS = 6_000;

export async function measureUses(target: NightjarTarget, plans: readonly string[]): Promise<Uses[]> {
  await target.start();
  try {
    const found: Uses[] = [];
    for (const plan of plans) found.push(await usesOf(target, plan));
    return found;
  } finally {
    await target.stop();
  }
}

/** Of the second turn of a conversation: what is read once is in memory then. */
async function usesOf(target: NightjarTarget, plan: string): Promise<Uses> {
  const { session } = await target.connectTo(await target.createConversation());
  await session.turn(plan);
  await settled();
  await target.uses();
  await session.turn(plan);
  await settled();
  const uses = await target.uses();
  await session.close();
  return uses;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, AFTER_WORK_MS));
