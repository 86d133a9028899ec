/** Links for strangers: a snapshot with what its owner chose, until it is revoked, expired, erased or forbidden. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi, request } from "../api.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;
const { DB } = env as unknown as Env;

interface Made {
  id: string;
  url: string;
  expires_at: string | null;
}
interface Snapshot {
  title: string;
  messages: {
    role: string;
    name: string | null;
    parts: { type: string; text?: string; file_id?: string }[];
  }[];
}

let conversation: string;
let picture: string;

/** An answer that called a tool and shows a picture, to a message with a file. */
beforeAll(async () => {
  const uploaded = await worker.fetch("http://nightjar.test/api/v1/files?name=map.png", {
    method: "POST",
    body: new Uint8Array([137, 80, 78, 71]),
    headers: { authorization: "Bearer test-admin-token-0123456789", "content-type": "image/png" },
  });
  picture = ((await uploaded.json()) as { file_id: string }).file_id;
  const { id } = await callApi<{ id: string }>("POST", "/conversations", { title: "The harbour" });
  conversation = id;
  const sum = call("call_shared", "calculate", { expression: "6*7" });
  await say(
    tell(
      { calls: [sum] },
      { text: [`It is 42. ![Map](/api/v1/files/${picture}) [Notes](/api/v1/files/fil_other1)`] },
    ),
  );
});

function say(message: string) {
  return callApi("POST", "/chat", { message, model: "openai/told", conversation_id: conversation });
}

const share = (body: object = {}) =>
  callApi<Made>("POST", `/conversations/${conversation}/shared-links`, body);

const tokenOf = ({ url }: Made) => new URL(url).hash.slice(1);

/** A stranger's request: no cookie, no token of an account. */
const open = (link: Made, file = "") =>
  worker.fetch(`http://nightjar.test/api/v1/shared/${tokenOf(link)}${file}`);

const read = async (link: Made) => (await (await open(link)).json()) as Snapshot;

const wordsOf = ({ messages }: Snapshot) =>
  messages.flatMap(({ parts }) => parts.map(({ text }) => text ?? ""));

test("a stranger reads what was said, without tools, files and names", async () => {
  const link = await share();
  const response = await open(link);
  expect(response.status).toBe(200);
  expect(response.headers.get("x-robots-tag")).toContain("noindex");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.has("set-cookie")).toBe(false);
  const snapshot = (await response.json()) as Snapshot;
  expect(snapshot.title).toBe("The harbour");
  expect(snapshot.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(snapshot.messages[0]?.name).toBeNull();
  expect(wordsOf(snapshot).at(-1)).toBe("It is 42. Map Notes");
  expect(JSON.stringify(snapshot.messages[1])).not.toMatch(/calculate|fil_/);
});

test("tools, files and names are shown once they are chosen, and a file only by its link", async () => {
  const link = await share({ include_tools: true, include_files: true, include_names: true });
  const snapshot = await read(link);
  expect(snapshot.messages[0]?.name).not.toBeNull();
  expect(snapshot.messages[1]?.parts).toContainEqual(
    expect.objectContaining({ type: "tool", name: "calculate", is_error: false }),
  );
  const [, copy = ""] =
    /!\[Map\]\(\/api\/v1\/files\/(fil_\w+)\) Notes$/.exec(wordsOf(snapshot).at(-1) ?? "") ?? [];
  expect(copy).not.toBe(picture);
  expect((await open(link, `/files/${copy}`)).headers.get("content-type")).toBe("image/png");
  expect((await open(link, `/files/${picture}`)).status).toBe(404);
  expect((await open(await share(), `/files/${copy}`)).status).toBe(404);
});

test("one answer is shared alone", async () => {
  const { items } = await callApi<{ items: { id: string; role: string }[] }>(
    "GET",
    `/conversations/${conversation}/messages`,
  );
  const answer = items.find(({ role }) => role === "assistant")?.id;
  const snapshot = await read(await share({ message_id: answer }));
  expect(snapshot.messages.map(({ role }) => role)).toEqual(["assistant"]);
  const question = items.find(({ role }) => role === "user")?.id;
  const refused = await request("POST", `/conversations/${conversation}/shared-links`, {
    message_id: question,
  });
  expect(refused.status).toBe(404);
});

test("a snapshot stands until a newer one is taken, at the same address", async () => {
  const link = await share();
  await say(tell({ text: ["Later words."] }));
  expect(wordsOf(await read(link))).not.toContain("Later words.");
  await callApi("POST", `/shared-links/${link.id}/snapshot`);
  expect(wordsOf(await read(link))).toContain("Later words.");
});

test("a link is its owner's, and the token is stored nowhere", async () => {
  const link = await share();
  const ann = await somebody("member");
  await callApi("PUT", `/conversations/${conversation}/members/${ann.id}`, {
    rights: ["read", "write", "approve"],
  });
  const create = (who: Somebody) => who.ask("POST", `/conversations/${conversation}/shared-links`, {});
  expect((await create(ann)).status).toBe(403);
  expect((await create(await somebody("guest"))).status).toBe(403);
  expect((await create(await somebody("member"))).status).toBe(404);
  expect((await ann.ask("DELETE", `/shared-links/${link.id}`)).status).toBe(404);
  expect((await ann.ask("POST", `/shared-links/${link.id}/snapshot`)).status).toBe(404);
  expect(await (await ann.ask("GET", "/shared-links")).json()).toMatchObject({ items: [] });
  expect((await ann.ask("PUT", "/shared-links/allowed", { allowed: false })).status).toBe(403);
  const { results } = await DB.prepare("SELECT * FROM shared_links").all();
  expect(JSON.stringify(results)).not.toContain(tokenOf(link));
});

test("a revoked link opens nothing and is listed no more", async () => {
  const link = await share({ include_files: true });
  const listed = () =>
    callApi<{ items: Made[] }>("GET", `/shared-links?conversation_id=${conversation}`).then(({ items }) =>
      items.map(({ id }) => id),
    );
  expect(await listed()).toContain(link.id);
  await callApi("DELETE", `/shared-links/${link.id}`);
  expect(await listed()).not.toContain(link.id);
  expect((await open(link)).status).toBe(404);
  expect((await request("DELETE", `/shared-links/${link.id}`)).status).toBe(404);
});

test("an expired link opens nothing", async () => {
  const link = await share({ expires_in: "day" });
  expect(Date.parse(link.expires_at ?? "") - Date.now()).toBeGreaterThan(86_000_000);
  expect((await share({ expires_in: "never" })).expires_at).toBeNull();
  await DB.prepare("UPDATE shared_links SET expires_at = ? WHERE id = ?").bind(Date.now(), link.id).run();
  expect((await open(link)).status).toBe(404);
  expect((await request("POST", `/shared-links/${link.id}/snapshot`)).status).toBe(404);
});

test("an instance may forbid links, and then none opens", async () => {
  const link = await share();
  await callApi("PUT", "/shared-links/allowed", { allowed: false });
  expect((await open(link)).status).toBe(404);
  expect((await request("POST", `/conversations/${conversation}/shared-links`, {})).status).toBe(403);
  await callApi("PUT", "/shared-links/allowed", { allowed: true });
  expect((await open(link)).status).toBe(200);
});

test("links go with the conversation", async () => {
  const link = await share({ include_files: true });
  await callApi("DELETE", `/conversations/${conversation}`);
  expect((await open(link)).status).toBe(404);
  const rows = await DB.prepare("SELECT id FROM shared_links WHERE conversation_id = ?")
    .bind(conversation)
    .all();
  expect(rows.results).toEqual([]);
});
