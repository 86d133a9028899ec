/** Whether a long conversation makes a turn dearer. */
import { median } from "../statistics.ts";
import type { Target, TurnTimes } from "../targets/target.ts";

const MEASURED_TURNS = 10;

/** Medians of the turns after so many messages. */
export async function measureHistory(target: Target, messages: number, plan: string): Promise<TurnTimes> {
  const session = await target.connect();
  for (let turn = 0; turn < messages / 2; turn++) await session.turn(plan);
  const times: TurnTimes[] = [];
  for (let turn = 0; turn < MEASURED_TURNS; turn++) times.push(await session.turn(plan));
  await session.close();
  return { first: median(times.map((each) => each.first)), full: median(times.map((each) => each.full)) };
}
