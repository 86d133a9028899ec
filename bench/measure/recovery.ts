/** Killed in mid-stream, no client connected: how soon after readiness the model is called again, and the turn done. */
import { median } from "../statistics.ts";
import type { NightjarTarget } from "../targets/nightjar.ts";
import { wordsOf } from "../targets/target.ts";

export interface Recovery {
  /** Seconds from readiness to the next model call; negative when the turn went on before readiness was printed. */
  resumed: number;
  /** Seconds from readiness to the stored answer. */
  done: number;
  /** Seconds from the start command to readiness. */
  ready: number;
  /** Final answers found; one is right. */
  answers: number;
}

interface Message {
  role: string;
  status: string;
  parts: { type: string; text?: string }[];
}

const PLAN = "words=40 wait=0 gap=50";
const POLL_MS = 20;
const PATIENCE_MS = 60_000;

export async function measureRecovery(
  target: NightjarTarget,
  modelUrl: string,
  rounds: number,
): Promise<Recovery> {
  const all: Recovery[] = [];
  for (let round = 0; round < rounds; round++) all.push(await recoverOnce(target, modelUrl));
  return {
    resumed: median(all.map((each) => each.resumed)),
    done: median(all.map((each) => each.done)),
    ready: median(all.map((each) => each.ready)),
    answers: Math.max(...all.map((each) => each.answers)),
  };
}

async function recoverOnce(target: NightjarTarget, modelUrl: string): Promise<Recovery> {
  await target.start();
  const id = await target.createConversation();
  const before = await requestsTo(modelUrl);
  await target.call("POST", `/conversations/${id}/messages`, { text: `bench <<${PLAN}>>` });
  await until(async () => (await requestsTo(modelUrl)) > before);
  // Half of the words are out by then.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await target.kill();
  const called = await requestsTo(modelUrl);
  const began = performance.now();
  const resumedAt = until(async () => (await requestsTo(modelUrl)) > called);
  await target.start();
  const ready = performance.now();
  const resumed = await resumedAt;
  const done = await until(async () => (await finalAnswers(target, id)).length > 0);
  const answers = (await finalAnswers(target, id)).length;
  await target.stop();
  return {
    resumed: (resumed - ready) / 1000,
    done: (done - ready) / 1000,
    ready: (ready - began) / 1000,
    answers,
  };
}

async function finalAnswers(target: NightjarTarget, id: string): Promise<Message[]> {
  const { items } = await target.call<{ items: Message[] }>("GET", `/conversations/${id}/messages`);
  return items.filter((message) => {
    const text = message.parts.map((part) => part.text ?? "").join("");
    return message.role === "assistant" && message.status === "complete" && text === wordsOf(40);
  });
}

async function requestsTo(modelUrl: string): Promise<number> {
  const { requests } = (await (await fetch(new URL("/requests", modelUrl))).json()) as { requests: number };
  return requests;
}

/** The time when it first held. */
async function until(holds: () => Promise<boolean>): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    if (await holds()) return performance.now();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error("the turn did not go on in time");
}
