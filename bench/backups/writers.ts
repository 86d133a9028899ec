/** People who write to an instance without a pause: they talk, note, correct, forget and upload. */
import { randomBytes } from "node:crypto";
import type { Instance } from "../targets/instance.ts";
import { digestOf, type Ledger } from "./ledger.ts";

const TURNS_OF_A_CONVERSATION = 8;
const MOST_BYTES = 300_000;
const TALKERS = 3;

/** Runs until the signal. Rejects when the instance refuses a write. */
export async function write(instance: Instance, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const talkers = Array.from({ length: TALKERS }, (_, at) => () => talk(instance, ledger, at));
  const work = [...talkers, () => note(instance, ledger), () => upload(instance, ledger)];
  await Promise.all(
    work.map(async (once) => {
      while (!signal.aborted) await once();
    }),
  );
}

async function talk(instance: Instance, ledger: Ledger, talker: number): Promise<void> {
  let conversation: string | undefined;
  for (let turn = 0; turn < TURNS_OF_A_CONVERSATION; turn += 1) {
    const message = `What is ${Date.now()} * ${talker + 2}?`;
    const said = await instance.call<{ conversation_id: string }>("POST", "/chat", {
      message,
      ...(conversation !== undefined && { conversation_id: conversation }),
    });
    conversation = said.conversation_id;
    ledger.add(ledger.said, conversation, message);
  }
}

/** A memory that is corrected, and often deleted. */
async function note(instance: Instance, ledger: Ledger): Promise<void> {
  const thing = randomBytes(6).toString("hex");
  const words = (state: string) => `The parcel ${thing} is ${state}.`;
  const { id } = await instance.call<{ id: string }>("POST", "/memory/items", { content: words("sent") });
  ledger.add(ledger.memories, id, words("sent"));
  await instance.call("PATCH", `/memory/items/${id}`, { content: words("here") });
  ledger.add(ledger.memories, id, words("here"));
  if (Math.random() < 0.5) return;
  await instance.call("DELETE", `/memory/items/${id}`);
  ledger.add(ledger.memories, id, null);
}

async function upload(instance: Instance, ledger: Ledger): Promise<void> {
  const bytes = randomBytes(1 + Math.floor(Math.random() * MOST_BYTES));
  const digest = digestOf(bytes);
  const id = await instance.upload(`${digest.slice(0, 8)}.bin`, bytes);
  ledger.files.set(id, digest);
}
