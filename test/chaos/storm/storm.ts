/**
 * A storm of webhooks: many chats write at once, each update is sent one to five times, and the instance is killed on the
 * way. Each message has to be in its conversation once, in order, and in one answer, which has to arrive once.
 */
import { type Nightjar, startNightjar } from "../../support/process/nightjar.ts";
import { until } from "../../support/process/until.ts";
import { Random } from "../random.ts";
import type { Tally } from "../tally.ts";
import { checkArrivals, checkConversations } from "./checks.ts";
import { startStormModel } from "./model.ts";
import { keepPace, type Pace } from "./pace.ts";
import { STORMS } from "./platforms/list.ts";
import type { StormPlatform } from "./platforms/platform.ts";
import { AT_ONCE, type Chat, StormSender } from "./sender.ts";

export interface StormOptions {
  /** One of `STORMS`; absent: Telegram. */
  on?: string;
  webhooks: number;
  chats: number;
  kills: number;
  seed: number;
  /** When all is calm again. */
  pace?: Pace;
  onKill?(kill: number, tally: Tally): void;
}

interface Scene {
  nightjar: Nightjar;
  platform: StormPlatform;
  random: Random;
}

/** Throws Broken when a promise was not kept. */
export async function storm(options: StormOptions): Promise<Tally> {
  const { on = "telegram", seed } = options;
  const start = STORMS[on];
  if (!start) throw new Error(`There is no storm on ${on}: ${Object.keys(STORMS).join(", ")}.`);
  const [model, platform] = await Promise.all([startStormModel(), start()]);
  const vars = { ...model.vars, ...platform.vars };
  const nightjar = await startNightjar({ vars, launcher: "runtime" });
  try {
    await nightjar.request("PATCH", `/channels/${on}`, { policy: "open" });
    await nightjar.request("PATCH", "/agents/nightjar", { audience: "everyone" });
    return await play({ nightjar, platform, random: new Random(seed) }, options);
  } finally {
    await nightjar.dispose();
    await Promise.all([platform.close(), model.close()]);
  }
}

async function play(scene: Scene, options: StormOptions): Promise<Tally> {
  const chats = chatsOf(options);
  const sender = new StormSender(scene);
  const sending = sendAll(sender, chats);
  const kills = killOften({ ...scene, sender }, options);
  await Promise.all([sending, kills]);
  const arrivals = await checkArrivals(scene, chats, options.kills);
  await checkConversations(scene.nightjar, chats);
  const calm = options.pace ? await keepPace(scene, options.pace) : {};
  return { webhooks: options.webhooks, kills: options.kills, ...sender.tally, ...arrivals, ...calm };
}

/** Every chat is one person's, with as many messages as the others. */
function chatsOf({ webhooks, chats }: StormOptions): Chat[] {
  const all = Array.from({ length: chats }, (_, at): Chat => ({ id: 10_000 + at, tags: [] }));
  for (let n = 0; n < webhooks; n++) {
    const chat = all[n % chats];
    chat?.tags.push(`${chat.id}-${String(chat.tags.length + 1)}`);
  }
  return all;
}

/** Chats side by side; within one chat, an update is sent when the one before it was accepted. */
async function sendAll(sender: StormSender, chats: readonly Chat[]): Promise<void> {
  const left = [...chats];
  const worker = async () => {
    for (let chat = left.shift(); chat; chat = left.shift()) await sender.sendAll(chat);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await sender.copiesDone();
}

/** Spread evenly over what has to be accepted. */
async function killOften(
  { nightjar, sender }: Scene & { sender: StormSender },
  { webhooks, kills, onKill }: StormOptions,
): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    const when = Math.floor((webhooks * kill) / (kills + 1));
    await accepted(sender, when);
    await nightjar.kill9();
    await nightjar.start();
    onKill?.(kill, sender.tally);
  }
}

/** Resolves when so many are; on a busy machine that takes as long as it takes, as long as there is one more now and then. */
async function accepted(sender: StormSender, count: number): Promise<void> {
  for (let before = sender.accepted; before < count; before = sender.accepted)
    await until(
      async () => sender.accepted,
      (now) => now > before,
    );
}
