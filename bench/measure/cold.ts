/** The first turn of a server that has just become ready. */
import { median } from "../statistics.ts";
import type { Target, TurnTimes } from "../targets/target.ts";

export async function measureCold(target: Target, plan: string, rounds: number): Promise<TurnTimes> {
  const times: TurnTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    await target.start();
    const session = await target.connect();
    times.push(await session.turn(plan));
    await session.close();
    await target.stop();
  }
  return { first: median(times.map((each) => each.first)), full: median(times.map((each) => each.full)) };
}
