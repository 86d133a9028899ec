/** Somebody who talks in the app, for tests of what reaches them by the way. */
import { env } from "cloudflare:workers";
import type { Env } from "../../../src/app/env.ts";
import { request } from "../api.ts";
import type { Somebody } from "../people/somebody.ts";

const TELLER = "inbox-teller";

const AGENT = {
  slug: TELLER,
  name: "Teller",
  instructions: "Tell.",
  models: ["openai/told"],
  audience: "everyone",
  tools: { calculate: "ask" },
};

/** The slug of an agent that does as it is told. Each file has storage of its own, though it may share this module. */
export async function teller(): Promise<string> {
  const { status } = await request("POST", "/agents", AGENT);
  if (status !== 201 && status !== 409) throw new Error(`the agent was not made: ${status}`);
  return TELLER;
}

/** Throws when it was refused. */
export async function read<T>(response: Promise<Response>): Promise<T> {
  const answer = await response;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

/** A new conversation in which they say that. */
export async function talk(who: Somebody, text: string): Promise<string> {
  const agent = await teller();
  const { id } = await read<{ id: string }>(who.ask("POST", "/conversations", { agent }));
  await read(who.ask("POST", `/conversations/${id}/messages`, { text }));
  return id;
}

/** A job of theirs that has failed, of a kind that no part knows: tried again it fails again. */
export async function failedJob(owner: string): Promise<string> {
  const [id, now] = [`job_inbox_${owner}`, Date.now()];
  await (env as unknown as Env).DB.prepare(
    `INSERT INTO jobs (id, kind, owner, payload, priority, status, attempts, max_attempts, run_after, created_at, updated_at, finished_at, error)
     VALUES (?1, 'test.unknown', ?2, '{}', 9, 'failed', 3, 3, ?3, ?3, ?3, ?3, 'The model did not answer.')`,
  )
    .bind(id, owner, now - 1)
    .run();
  return id;
}
