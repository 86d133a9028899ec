/** Collections through the Worker: who makes, shares and asks them. */
import { expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi, request } from "../api.ts";
import { openSink } from "../drill/sink.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

interface Collection {
  id: string;
  name: string;
  synced_at: string | null;
}

const json = async <T>(response: Promise<Response>): Promise<T> => {
  const answer = await response;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return JSON.parse(text) as T;
};

/** A file of theirs in their workspace. */
async function written(by: Somebody, path: string, text: string): Promise<void> {
  expect((await by.ask("PUT", `/workspace/${path}`, text)).status).toBeLessThan(300);
}

async function made(by: Somebody, fields: object): Promise<Collection> {
  const { id } = await json<Collection>(by.ask("POST", "/collections", fields));
  await soon(async () => {
    const { items } = await json<{ items: { state: string }[] }>(
      by.ask("GET", `/collections/${id}/documents`),
    );
    expect(items.some(({ state }) => state === "indexed")).toBe(true);
  });
  const { items } = await json<{ items: Collection[] }>(by.ask("GET", "/collections"));
  return items.find((one) => one.id === id) as Collection;
}

const SEARCH = call("call_search", "collection_search", { query: "How deep is the cellar?" });

/** The result of the search in a turn of theirs. */
async function asks(who: Somebody, agent: string): Promise<string> {
  const message = tell({ calls: [SEARCH] }, { text: ["Done."] });
  const said = await json<{ conversation_id: string; turn_id: string }>(
    who.ask("POST", "/chat", { message, model: "openai/told", agent }),
  );
  return JSON.stringify(await json(who.ask("GET", `/conversations/${said.conversation_id}/messages`)));
}

test("its owner asks it, with the document and its lines; somebody else does not", async () => {
  const ada = await somebody("member");
  await written(ada, "house/cellar.md", "# Cellar\n\nThe cellar is 3.20 metres deep, below the grey stair.");
  const collection = await made(ada, { name: "House", sources: [{ kind: "folder", ref: "house" }] });
  expect(collection.synced_at).not.toBeNull();
  await soon(async () => {
    const answer = await asks(ada, "nightjar");
    expect(answer).toContain("3.20 metres");
    expect(answer).toContain("House: house/cellar.md, lines 1-");
    expect(answer).toMatch(
      /"kind":"file","url":"house\/cellar.md","title":"house\/cellar.md","hash":"\w+","chars":67,/,
    );
  });
  const bob = await somebody("member");
  expect(await asks(bob, "nightjar")).not.toContain("3.20 metres");
  for (const [method, path, body] of [
    ["PATCH", `/collections/${collection.id}`, { name: "Mine" }],
    ["GET", `/collections/${collection.id}/documents`, undefined],
    ["POST", `/collections/${collection.id}/sync`, {}],
    ["DELETE", `/collections/${collection.id}`, undefined],
  ] as const)
    expect((await bob.ask(method, path, body)).status, method).toBe(404);
  const guest = await somebody("guest");
  expect((await guest.ask("POST", "/collections", { name: "Theirs" })).status).toBe(403);
});

test("only an agent's owner or an admin shares with it, and then it answers others from it", async () => {
  const ada = await somebody("member");
  await written(ada, "barn/cellar.md", "The cellar of the barn is 4.75 metres deep.");
  const collection = await made(ada, { name: "Barn", sources: [{ kind: "folder", ref: "barn" }] });
  const share = (by: Somebody, agents: string[]) =>
    by.ask("PATCH", `/collections/${collection.id}`, { agents });
  expect((await share(ada, ["nightjar"])).status).toBe(403);
  expect((await share(ada, ["no-such-agent"])).status).toBe(403);
  const admin = await somebody("admin");
  await written(admin, "mill/cellar.md", "The cellar of the mill is 5.10 metres deep.");
  const shared = await made(admin, {
    name: "Mill",
    agents: ["nightjar"],
    sources: [{ kind: "folder", ref: "mill" }],
  });
  const bob = await somebody("member");
  await soon(async () => {
    const answer = await asks(bob, "nightjar");
    expect(answer).toContain("5.10 metres");
    expect(answer).not.toContain("4.75 metres");
  });
  expect((await admin.ask("DELETE", `/collections/${shared.id}`)).status).toBe(204);
  expect(await asks(bob, "nightjar")).not.toContain("5.10 metres");
});

test("a site is read below its path, and asked with the title and address of its pages", async () => {
  const sink = openSink();
  const ada = await somebody("member");
  const page = (title: string, text: string) => `<title>${title}</title><main><p>${text}</p></main>`;
  const start = "https://mill.example/guide/";
  sink.pages.set(
    start,
    `${page("Guide", "All about the mill.")}<a href="cellar">Cellar</a> <a href="/other">Other</a>`,
  );
  sink.pages.set(`${start}cellar`, page("Cellar", "The cellar of the mill is 6.25 metres deep."));
  sink.pages.set("https://mill.example/other", page("Other", "The cellar of the inn is 7.75 metres deep."));
  const source = { kind: "site", ref: start };
  const { id } = await json<Collection>(ada.ask("POST", "/collections", { name: "Mill", sources: [source] }));
  const shown = async () =>
    (await json<{ items: object[] }>(ada.ask("GET", "/collections"))).items.find(
      (one) => "id" in one && one.id === id,
    );
  const over = { ref: start, is_reading: false, pages_read: 2, pages_known: 2, problem: null };
  await soon(async () => expect(await shown()).toMatchObject({ sites: [over] }));
  await soon(async () => {
    const answer = await asks(ada, "nightjar");
    expect(answer).toContain(`Mill: Cellar, ${start}cellar, lines 1-`);
    expect(answer).toContain(`"kind":"page","url":"${start}cellar","title":"Cellar"`);
    expect(answer).not.toContain("7.75 metres");
  });
  sink.pages.delete(`${start}cellar`);
  await json(ada.ask("POST", `/collections/${id}/sync`, {}));
  await soon(async () => {
    const { items } = await json<{ items: object[] }>(ada.ask("GET", `/collections/${id}/documents`));
    expect(items).toEqual([{ path: start, name: "Guide", state: "indexed" }]);
  });
  await soon(async () => expect(await shown()).toMatchObject({ sites: [{ is_reading: false }] }));
  sink.close();
});

test("what does not fit is refused by name", async () => {
  const refused = async (body: object) => {
    const response = await request("POST", "/collections", body);
    return [response.status, ((await response.json()) as { reason: string }).reason];
  };
  const { id } = await callApi<Collection>("POST", "/collections", { name: "Once" });
  expect(await refused({ name: "once" })).toEqual([409, expect.stringContaining("another name")]);
  const outside = [{ kind: "folder", ref: "../other" }];
  expect(await refused({ name: "Out", sources: outside })).toEqual([
    400,
    expect.stringContaining("not a folder"),
  ]);
  const site = (ref: string) => refused({ name: "Site", sources: [{ kind: "site", ref }] });
  expect(await site("http://mill.example/")).toEqual([400, expect.stringContaining("begins with https://")]);
  expect(await site("https://10.0.0.1/")).toEqual([400, expect.stringContaining("not a public address")]);
  expect(await site("mill")).toEqual([400, expect.stringContaining("not the address of a page")]);
  await callApi("DELETE", `/collections/${id}`);
});
