/** Visitors of the bench's bar: guests, each by a cookie of their own. */
import type { NightjarTarget } from "../targets/nightjar.ts";

export interface Visit {
  session_id: string;
  session_status: string;
}

export class Guest {
  private readonly root: string;
  private readonly cookie: string;

  constructor(root: string, cookie: string) {
    this.root = root;
    this.cookie = cookie;
  }

  come(): Promise<Visit> {
    return this.ask("/rooms/bar/session/start", {});
  }

  say(session_id: string, content: string): Promise<Visit> {
    return this.ask("/rooms/bar/message", { session_id, content });
  }

  leave(session_id: string): Promise<Visit> {
    return this.ask("/rooms/bar/session/end", { session_id });
  }

  /** Throws with what the instance says where it refuses. */
  private async ask<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${this.root}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: this.cookie },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

/** The bar is opened to everyone, and so many come in by a code. */
export async function letIn(target: NightjarTarget, root: string, count: number): Promise<Guest[]> {
  await target.call("PATCH", "/rooms/bar", { audience: "everyone", limits: { visits_per_day: 1_000 } });
  const invite = { name: "The bench", role: "guest", max_uses: count };
  const { code } = await target.call<{ code: string }>("POST", "/invites", invite);
  const guests: Guest[] = [];
  for (let number = 1; number <= count; number++)
    guests.push(new Guest(root, await cookieBy(root, code, `Guest ${number}`)));
  return guests;
}

async function cookieBy(root: string, code: string, name: string): Promise<string> {
  const response = await fetch(`${root}/auth/visit`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, name }),
  });
  const cookie = response.headers.get("set-cookie")?.split(";")[0];
  if (!response.ok || !cookie) throw new Error(`/auth/visit: ${response.status} ${await response.text()}`);
  return cookie;
}
