/** Memory of conversations that have a client connected and nothing to do, beside one that has had a turn. */
import { residentMemory } from "../targets/processes.ts";
import type { Session, Target } from "../targets/target.ts";

export interface Memory {
  /** MiB a conversation, connected and silent. */
  connected: number;
  /** MiB a conversation, after one turn each. */
  afterTurn: number;
}

const AT_ONCE = 20;
const SETTLE_MS = 5000;

export async function measureMemory(target: Target, conversations: number, plan: string): Promise<Memory> {
  await target.start();
  // What an isolate loads once, with its first conversation or that one's first turn, is nobody's own.
  const first = await target.connect();
  await first.turn(plan);
  await settle();
  const before = residentMemory(target.pid);
  const sessions = await inBatches(conversations, () => target.connect());
  await settle();
  const connected = residentMemory(target.pid);
  await inBatches(conversations, (at) => (sessions[at] as Session).turn(plan));
  await settle();
  const afterTurn = residentMemory(target.pid);
  await Promise.all([first, ...sessions].map((session) => session.close()));
  await target.stop();
  return { connected: (connected - before) / conversations, afterTurn: (afterTurn - before) / conversations };
}

async function inBatches<T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) {
    const length = Math.min(AT_ONCE, count - made.length);
    made.push(...(await Promise.all(Array.from({ length }, (_, at) => make(made.length + at)))));
  }
  return made;
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}
