/** Somebody with a canary in each of their stores, and what they see of their conversations. */
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { soon } from "../../support/soon.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

export const MODEL = "openai/obedient";

export interface Person extends Somebody {
  n: string;
  /** Throws when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  call(method: string, path: string, body?: unknown): Promise<any>;
  /** A conversation of theirs that is about something else. */
  elsewhere: string;
  /** Id of a fact in the person's memory. */
  memory: string;
}

/** `n` stands in their canaries. */
export async function aPerson(n: string): Promise<Person> {
  const one = await somebody("member", { name: `Ann ${n}` });
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await one.ask(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const [{ id: memory }, { conversation_id: elsewhere }] = await Promise.all([
    call("POST", "/memory/items", { content: `The vault number is canary-memory-${n}` }),
    call("POST", "/chat", { message: `My locker is canary-conversation-${n}`, model: MODEL }),
    put(one, "notes/private.md?trust=trusted", `The code is canary-files-${n}.`),
  ]);
  return { ...one, n, call, memory, elsewhere };
}

/** Puts a file into their workspace. */
export async function put({ cookie }: Somebody, path: string, text: string): Promise<void> {
  const worker = (exports as unknown as { default: Fetcher }).default;
  const init = { method: "PUT", headers: { cookie }, body: text };
  const { status } = await worker.fetch(`http://nightjar.test/api/v1/workspace/${path}`, init);
  expect(status).toBeLessThan(300);
}

/** Sends bytes to a route of the API. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
export async function bring({ cookie }: Somebody, path: string, body: BodyInit): Promise<any> {
  const worker = (exports as unknown as { default: Fetcher }).default;
  const headers = { cookie };
  const response = await worker.fetch(`http://nightjar.test/api/v1${path}`, {
    method: "POST",
    headers,
    body,
  });
  return { status: response.status, ...(await response.json<object>()) };
}

/** As their browser sends it, to what is no route of the API. */
export function send({ cookie }: Somebody, path: string, body: unknown): Promise<Response> {
  const worker = (exports as unknown as { default: Fetcher }).default;
  const headers = { cookie, "content-type": "application/json" };
  return worker.fetch(`http://nightjar.test${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

export interface Ask {
  call_id: string;
  type: "approval" | "question";
}

interface Child {
  call_id: string;
  state: string;
  ask: { type: Ask["type"] } | null;
}

interface Part {
  type: string;
  text?: string;
  is_error?: boolean;
}

export interface Spoken {
  role: string;
  parts: Part[];
}

export async function messagesOf({ call }: Person, id: string): Promise<Spoken[]> {
  return (await call("GET", `/conversations/${id}/messages?limit=100`)).items;
}

/** Resolves when nothing moves there any more, with what waits for the person. */
export function atRest(person: Person, id: string, { answers = 0 } = {}): Promise<Ask[]> {
  return soon(async () => {
    const { turn } = await person.call("GET", `/conversations/${id}`);
    const { items }: { items: Child[] } = await person.call("GET", `/conversations/${id}/children`);
    const asking = items.flatMap(({ call_id, ask }) => (ask ? [{ call_id, type: ask.type }] : []));
    const working = items.filter(({ state, ask }) => state === "running" && !ask);
    expect(working).toEqual([]);
    if (turn === null) {
      if (answers > 0) await hasAnswers(person, id, answers);
      return asking;
    }
    expect(turn.state).toBe("parked");
    const own = asking.length > 0 ? [] : await ownAsks(person, id);
    expect([...asking, ...own]).not.toEqual([]);
    return [...asking, ...own];
  });
}

async function hasAnswers(person: Person, id: string, count: number): Promise<void> {
  const said = (await messagesOf(person, id)).filter(({ role }) => role === "assistant");
  expect(said.length).toBeGreaterThanOrEqual(count);
}

interface Event {
  type: string;
  call_id?: string;
}

/** Calls that ask a person and have no result yet. */
async function ownAsks({ call }: Person, id: string): Promise<Ask[]> {
  const { events }: { events: Event[] } = await call("GET", `/conversations/${id}/history?full=true`);
  const settled = new Set(events.filter(({ type }) => type === "tool_result").map(({ call_id }) => call_id));
  return events.flatMap(({ type, call_id }) =>
    (type === "approval" || type === "question") && call_id && !settled.has(call_id)
      ? [{ call_id, type }]
      : [],
  );
}
