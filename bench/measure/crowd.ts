/** Sockets that are open and requests that come steadily, beside what is measured. */
import type { Session, Target } from "../targets/target.ts";

const OPENED_AT_ONCE = 50;

export async function openSessions(target: Target, count: number): Promise<Session[]> {
  const sessions: Session[] = [];
  while (sessions.length < count) {
    const some = Math.min(OPENED_AT_ONCE, count - sessions.length);
    sessions.push(...(await Promise.all(Array.from({ length: some }, () => target.connect()))));
  }
  return sessions;
}

export function closeSessions(sessions: readonly Session[]): Promise<unknown> {
  return Promise.all(sessions.map((session) => session.close()));
}

/** Outcomes of requests: each is the request's time in ms, or a rejection. */
export interface SteadyRequests {
  /** Sends no more, and waits for those under way. */
  stop(): Promise<PromiseSettledResult<number>[]>;
}

/** Asks for a whole turn in a new conversation each time, at that pace, until it is stopped. */
export function askSteadily(target: Target, perSecond: number): SteadyRequests {
  const under: Promise<number>[] = [];
  if (perSecond === 0) return { stop: async () => [] };
  const timer = setInterval(() => {
    const began = performance.now();
    const asked = target.ask("words=20 wait=0 gap=0").then(() => performance.now() - began);
    // Whoever stops hears of it.
    asked.catch(() => undefined);
    under.push(asked);
  }, 1000 / perSecond);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.allSettled(under);
    },
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
