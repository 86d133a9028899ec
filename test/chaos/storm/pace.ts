/** Webhooks that come at a steady pace, whatever becomes of those before: how soon each is accepted. */
import type { Nightjar } from "../../support/process/nightjar.ts";
import type { Tally } from "../tally.ts";
import { acksOf, post, updateOf } from "./sender.ts";

const CHATS = 200;
/** Beside those of the storm. */
const FIRST_CHAT = 500_000;

export interface Pace {
  /** Updates a second. */
  rate: number;
  seconds: number;
}

/** Resolves when all have been answered. */
export async function keepPace(nightjar: Nightjar, { rate, seconds }: Pace): Promise<Tally> {
  const times: number[] = [];
  let refused = 0;
  const sent = Array.from({ length: rate * seconds }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, (n * 1_000) / rate));
    const began = performance.now();
    const chat = FIRST_CHAT + (n % CHATS);
    const status = await post(nightjar.url, updateOf(chat, Math.floor(n / CHATS) + 1, `${chat}-${n}`));
    if (status === 200) times.push(performance.now() - began);
    else refused += 1;
  });
  await Promise.all(sent);
  const calm = Object.entries(acksOf(times)).map(([what, ms]) => [`at ${rate} a second: ${what}`, ms]);
  return { [`at ${rate} a second`]: sent.length, "not accepted": refused, ...Object.fromEntries(calm) };
}
