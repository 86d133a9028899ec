/** Webhooks that come at a steady pace, whatever becomes of those before: how soon each is accepted. */
import type { Tally } from "../tally.ts";
import { wordsOf } from "./model.ts";
import { acksOf, post, type Sending } from "./sender.ts";

const CHATS = 200;
/** Beside those of the storm. */
const FIRST_CHAT = 500_000;

export interface Pace {
  /** Messages a second. */
  rate: number;
  seconds: number;
}

/** Resolves when all have been answered. */
export async function keepPace(scene: Sending, { rate, seconds }: Pace): Promise<Tally> {
  const times: number[] = [];
  let refused = 0;
  const sent = Array.from({ length: rate * seconds }, async (_, at) => {
    await new Promise((resolve) => setTimeout(resolve, (at * 1_000) / rate));
    const began = performance.now();
    const chat = FIRST_CHAT + (at % CHATS);
    const n = Math.floor(at / CHATS) + 1;
    const status = await post(scene, { chat, n, text: wordsOf(`${chat}-${at}`) });
    if (status === 200) times.push(performance.now() - began);
    else refused += 1;
  });
  await Promise.all(sent);
  const calm = Object.entries(acksOf(times)).map(([what, ms]) => [`at ${rate} a second: ${what}`, ms]);
  return { [`at ${rate} a second`]: sent.length, "not accepted": refused, ...Object.fromEntries(calm) };
}
