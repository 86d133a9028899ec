/** Somebody who talks in the app, for tests of what reaches them by the way. */
import { callApi } from "../api.ts";
import type { Somebody } from "../people/somebody.ts";

const TELLER = "inbox-teller";

const ready = callApi("POST", "/agents", {
  slug: TELLER,
  name: "Teller",
  instructions: "Tell.",
  models: ["openai/told"],
  audience: "everyone",
});

/** The slug of an agent that does as it is told. */
export async function teller(): Promise<string> {
  await ready;
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
