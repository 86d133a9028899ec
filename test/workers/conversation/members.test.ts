/** A conversation with several people: who may what by every way in, and what is open when that changes. */
import { abortAllDurableObjects, runDurableObjectAlarm } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { conversationStub, personStub } from "../../../src/app/objects/stubs.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { type Somebody, signedIn, somebody, stores } from "../people/somebody.ts";
import { api, fetchAs } from "./scene.ts";

const worker = (exports as unknown as { default: Fetcher }).default;
const bindings = env as unknown as Env;

async function read<T>(response: Promise<Response>): Promise<T> {
  const answer = await response;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

async function conversationOf(owner: Somebody): Promise<string> {
  return (await read<{ id: string }>(owner.ask("POST", "/conversations", {}))).id;
}

/** A socket of theirs, and what it was closed with. */
async function socketOf(who: Somebody, id: string) {
  const response = await worker.fetch(`http://nightjar.test/api/v1/conversations/${id}/socket`, {
    headers: { cookie: who.cookie, upgrade: "websocket" },
  });
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status}`);
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener("close", ({ code }) => resolve(code));
  });
  const frames: string[] = [];
  socket.addEventListener("message", ({ data }) => frames.push(String(data)));
  socket.accept();
  return { socket, closed, frames };
}

async function streamOf(who: Somebody, id: string) {
  const response = await who.ask("GET", `/conversations/${id}/events`);
  if (!response.body) throw new Error(`no stream: ${response.status}`);
  return { ended: response.body.pipeTo(new WritableStream()) };
}

/** The person's object knows of it. */
function isKnown(who: Somebody): Promise<void> {
  return soon(async () => {
    const stub = personStub(bindings, who.id);
    const places = await stub.places();
    expect(places.length).toBeGreaterThan(0);
  });
}

describe("sharing", () => {
  test("puts the conversation into the member's list, with what they may do, and takes it out again", async () => {
    const [ann, bob] = [await somebody("member", { name: "Ann" }), await somebody("member", { name: "Bob" })];
    const id = await conversationOf(ann);
    const base = `/conversations/${id}`;
    expect(await read(ann.ask("PUT", `${base}/members/${bob.id}`, { rights: ["approve"] }))).toMatchObject({
      person: bob.id,
      name: "Bob",
      rights: ["read", "approve"],
    });
    const list = () => read<{ items: { id: string; owner: string }[] }>(bob.ask("GET", "/conversations"));
    expect((await list()).items).toMatchObject([{ id, owner: ann.id }]);
    expect(await read(bob.ask("GET", base))).toMatchObject({ rights: ["read", "decide"], members: 1 });
    expect(await read(bob.ask("GET", `${base}/members`))).toMatchObject({
      owner: { person: ann.id, name: "Ann" },
      items: [{ person: bob.id }],
    });
    await read(ann.ask("DELETE", `${base}/members/${bob.id}`));
    expect((await list()).items).toEqual([]);
    expect((await bob.ask("GET", base)).status).toBe(404);
  });

  test("is the owner's: a member shares with nobody, and a stranger learns of nobody", async () => {
    const [ann, bob, cyd] = [await somebody("member"), await somebody("member"), await somebody("member")];
    const base = `/conversations/${await conversationOf(ann)}/members`;
    await read(ann.ask("PUT", `${base}/${bob.id}`, { rights: ["read", "write", "approve"] }));
    expect((await bob.ask("PUT", `${base}/${cyd.id}`, {})).status).toBe(403);
    expect((await cyd.ask("PUT", `${base}/${cyd.id}`, {})).status).toBe(404);
    expect((await ann.ask("PUT", `${base}/nobody-there`, {})).status).toBe(404);
    expect((await ann.ask("PUT", `${base}/${ann.id}`, {})).status).toBe(409);
    expect((await ann.ask("PUT", `${base}/${cyd.id}`, { rights: ["rule"] })).status).toBe(400);
    // Everybody may leave by themselves.
    expect((await bob.ask("DELETE", `${base}/${bob.id}`)).status).toBe(204);
  });

  test("its owner finds people by part of a name, and nobody else does", async () => {
    const [ann, bob] = [await somebody("member"), await somebody("member", { name: "Zebulon Pike" })];
    const base = `/conversations/${await conversationOf(ann)}`;
    const found = () =>
      read<{ items: { person: string; name: string }[] }>(ann.ask("GET", `${base}/candidates?q=zebul`));
    expect((await found()).items).toEqual([{ person: bob.id, name: "Zebulon Pike", username: null }]);
    expect((await bob.ask("GET", `${base}/candidates?q=zebul`)).status).toBe(404);
    await read(ann.ask("PUT", `${base}/members/${bob.id}`, { rights: ["write"] }));
    expect((await found()).items).toEqual([]);
    expect((await bob.ask("GET", `${base}/candidates?q=zebul`)).status).toBe(403);
    expect((await ann.ask("GET", `${base}/candidates?q=`)).status).toBe(400);
  });

  test("is kept over a restart", async () => {
    const [ann, bob] = [await somebody("member"), await somebody("member")];
    const id = await conversationOf(ann);
    await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, {}));
    await abortAllDurableObjects();
    expect(await read(bob.ask("GET", `/conversations/${id}`))).toMatchObject({ rights: ["read", "say"] });
  });
});

type Way = [name: string, method: string, path: string, body?: unknown];

const READ: Way[] = [
  ["the conversation", "GET", ""],
  ["its messages", "GET", "/messages"],
  ["its history", "GET", "/history"],
  ["its turns", "GET", "/turns"],
  ["its deliveries", "GET", "/deliveries"],
  ["its members", "GET", "/members"],
];
const SAY: Way[] = [
  ["a message", "POST", "/messages", { text: "Hi" }],
  ["a halt", "POST", "/halt", {}],
];
const MANAGE: Way[] = [
  ["another title", "PATCH", "", { title: "Mine" }],
  ["another branch", "POST", "/head", { message_id: "msg_0000000000" }],
  ["a summary", "POST", "/compact", {}],
  ["a deletion", "DELETE", ""],
];

describe("by every way in", () => {
  const given = ["read", "write", "approve"] as const;
  test.each([
    ["the owner", null, "read say manage"],
    ["a member who may read", ["read"], "read"],
    ["a member who may write", ["write"], "read say"],
    ["a member who may approve", ["approve"], "read"],
    ["a member who may all of it", given, "read say"],
    ["a stranger", "nothing", ""],
  ])("%s may do what they may, and no more", async (who, rights, may) => {
    const ann = await somebody("member");
    const asker = who === "the owner" ? ann : await somebody("member");
    const id = await conversationOf(ann);
    if (Array.isArray(rights))
      await read(ann.ask("PUT", `/conversations/${id}/members/${asker.id}`, { rights }));
    for (const [right, ways] of Object.entries({ read: READ, say: SAY, manage: MANAGE })) {
      for (const [name, method, path, body] of ways) {
        const response = await asker.ask(method, `/conversations/${id}${path}`, body);
        await response.body?.cancel();
        const allowed = may.split(" ").includes(right);
        const refused = may === "" ? 404 : 403;
        if (allowed) expect([403], name).not.toContain(response.status);
        else expect(response.status, name).toBe(refused);
      }
    }
  });
});

/** Two conversations below this one, the second set going by the first. */
async function familyOf(id: string, owner: Somebody): Promise<string[]> {
  const found = [id];
  // None ends as its ancestor does.
  const endings = "xyz".replace(id.slice(-1), "");
  for (const depth of [1, 2]) {
    const [parent = ""] = found.slice(-1);
    const child = trustId<"cnv">(`${id.slice(0, -1)}${endings.charAt(depth - 1)}`);
    const call_id = trustId<"call">(`call_${depth}`);
    const init = { conversation_id: child, owner: owner.id, agent: null, room: null, title: "", mode: null };
    const begun = { channel: "conversation" as const, model: null };
    const given = { conversation_id: trustId<"cnv">(parent), call_id, depth };
    await conversationStub(bindings, child).open({ ...init, ...begun, parent: given });
    found.push(child);
  }
  return found;
}

describe("what a conversation has set going", () => {
  test.each([
    ["a member who may read", ["read"], ["read"]],
    ["a member who may write", ["write"], ["read", "say"]],
    ["a member who may approve", ["approve"], ["read", "decide"]],
    ["a member who may all of it", ["read", "write", "approve"], ["read", "say", "decide"]],
  ])("%s may do the same there, and in what that has set going, until they are let out", async (...row) => {
    const [, rights, may] = row;
    const [ann, bob] = [await somebody("member"), await somebody("member")];
    const id = await conversationOf(ann);
    const [, child, grandchild] = await familyOf(id, ann);
    const seen = () => [child, grandchild].map((below) => bob.ask("GET", `/conversations/${below}`));
    const statuses = async () => (await Promise.all(seen())).map(({ status }) => status);
    expect(await statuses()).toEqual([404, 404]);
    await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, { rights }));
    for (const below of seen()) expect(await read(below)).toMatchObject({ rights: may });
    for (const [right, ways] of Object.entries({ read: READ, say: SAY, manage: MANAGE }))
      for (const [name, method, path, body] of ways) {
        const response = await bob.ask(method, `/conversations/${grandchild}${path}`, body);
        await response.body?.cancel();
        if (may.includes(right)) expect([403, 404], name).not.toContain(response.status);
        else expect(response.status, name).toBe(403);
      }
    await read(ann.ask("DELETE", `/conversations/${id}/members/${bob.id}`));
    expect(await statuses()).toEqual([404, 404]);
  });

  test("is closed to a member who is let out, and hears nothing that they may not say any more", async () => {
    const [ann, bob] = [await somebody("member"), await somebody("member")];
    const id = await conversationOf(ann);
    const [, , grandchild = ""] = await familyOf(id, ann);
    const members = `/conversations/${id}/members/${bob.id}`;
    await read(ann.ask("PUT", members, {}));
    const theirs = await socketOf(bob, grandchild);
    await isKnown(bob);
    const halt = (client_id: string) => theirs.socket.send(JSON.stringify({ type: "halt", client_id }));
    await read(ann.ask("PUT", members, { rights: ["read"] }));
    halt("c1");
    await soon(() => expect(theirs.frames.at(-1)).toContain("refused"));
    await read(ann.ask("DELETE", members));
    expect(await theirs.closed).toBe(4403);
  });

  test("knows a member still who has it open while it sleeps", async () => {
    const [ann, bob] = [await somebody("member"), await somebody("member")];
    const id = await conversationOf(ann);
    const [, child = ""] = await familyOf(id, ann);
    await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, {}));
    await abortAllDurableObjects();
    expect(await read(bob.ask("GET", `/conversations/${child}`))).toMatchObject({
      rights: ["read", "say"],
      members: 0,
    });
  });
});

describe("what is open", () => {
  test("of a member is closed at once when they are removed, and nobody else's", async () => {
    const [ann, bob] = [await somebody("member"), await somebody("member")];
    const id = await conversationOf(ann);
    await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, {}));
    const [theirs, own] = [await socketOf(bob, id), await socketOf(ann, id)];
    const { ended } = await streamOf(bob, id);
    await read(ann.ask("DELETE", `/conversations/${id}/members/${bob.id}`));
    expect(await theirs.closed).toBe(4403);
    await ended;
    own.socket.send(JSON.stringify({ type: "ping" }));
    await soon(() => expect(own.frames.at(-1)).toContain("pong"));
  });

  test("is closed with the session that it was opened by, in each tab; another device stays", async () => {
    const ann = await somebody("member");
    const phone = await signedIn(ann.id);
    const id = await conversationOf(ann);
    const tabs = [await socketOf(ann, id), await socketOf(ann, await conversationOf(ann))];
    const other = await socketOf(phone, id);
    const { ended } = await streamOf(ann, id);
    await isKnown(ann);
    await read(ann.ask("DELETE", "/auth/session"));
    expect(await Promise.all(tabs.map(({ closed }) => closed))).toEqual([4401, 4401]);
    await ended;
    other.socket.send(JSON.stringify({ type: "ping" }));
    await soon(() => expect(other.frames.at(-1)).toContain("pong"));
  });

  test("by a key is closed when the key is taken back", async () => {
    const ann = await somebody("member");
    const id = await conversationOf(ann);
    const { key, id: key_id } = await read<{ key: string; id: string }>(
      ann.ask("POST", "/keys", { name: "script", scopes: ["chat", "read"] }),
    );
    const response = await worker.fetch(`http://nightjar.test/api/v1/conversations/${id}/events`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const ended = response.body?.pipeTo(new WritableStream());
    await isKnown(ann);
    await read(ann.ask("DELETE", `/keys/${key_id}`));
    await ended;
  });

  test("has the role of today: who is no admin any more is sent away from others' conversations", async () => {
    const [ann, boss] = [await somebody("member"), await somebody("admin")];
    const id = await conversationOf(ann);
    const theirs = await socketOf(boss, id);
    await isKnown(boss);
    await api("PATCH", `/users/${boss.id}`, { role: "member" });
    expect(await theirs.closed).toBe(4403);
  });

  test("is closed though whoever made the change died half way", async () => {
    const ann = await somebody("member");
    const id = await conversationOf(ann);
    const open = await socketOf(ann, id);
    await isKnown(ann);
    const person = personStub(bindings, ann.id);
    await person.expect();
    const { sessions } = stores();
    const [session] = await sessions.of(ann.id);
    await sessions.revoke(session?.id ?? "", ann.id);
    // Nobody says that it was made: the alarm is due within 5 s.
    expect(await runDurableObjectAlarm(person)).toBe(true);
    expect(await open.closed).toBe(4401);
  });

  test("says nothing any more: what a closed socket still sends is not heard", async () => {
    const [ann, bob] = [await somebody("member"), await somebody("member")];
    const id = await conversationOf(ann);
    await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, {}));
    const theirs = await socketOf(bob, id);
    await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, { rights: ["read"] }));
    theirs.socket.send(JSON.stringify({ type: "send", client_id: "c1", text: tell({ text: ["Hi."] }) }));
    await soon(() => expect(theirs.frames.at(-1)).toContain("refused"));
    expect(await read(ann.ask("GET", `/conversations/${id}/messages`))).toMatchObject({ items: [] });
  });
});

describe("a file", () => {
  test("of a member stays theirs, and may be seen by whoever may read the conversation", async () => {
    const [ann, bob, cyd] = [await somebody("member"), await somebody("member"), await somebody("member")];
    const id = await conversationOf(ann);
    await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, {}));
    const upload = await worker.fetch("http://nightjar.test/api/v1/files?name=note.txt", {
      method: "POST",
      headers: { cookie: bob.cookie, "content-type": "text/plain" },
      body: "Bob's note",
    });
    const { file_id } = (await upload.json()) as { file_id: string };
    const said = { text: "Look", files: [{ file_id }] };
    const { message_id } = await read<{ message_id: string }>(
      bob.ask("POST", `/conversations/${id}/messages`, said),
    );
    const ofMessage = (who: Somebody, message = message_id) =>
      who.ask("GET", `/files?conversation=${id}&message=${message}`);
    expect(await read(ofMessage(ann))).toMatchObject({ items: [{ file_id, name: "note.txt" }] });
    expect((await ofMessage(cyd)).status).toBe(404);
    expect((await ofMessage(ann, "msg_none")).status).toBe(404);
    expect((await ann.ask("GET", `/files?message=${message_id}`)).status).toBe(400);
    const seen = (who: Somebody, query = `?conversation=${id}`) =>
      who.ask("GET", `/files/${file_id}${query}`);
    expect(await (await seen(ann)).text()).toBe("Bob's note");
    expect((await seen(ann, "")).status).toBe(404);
    expect((await seen(cyd)).status).toBe(404);
    // His own that no message holds, he sees wherever he is.
    expect(await (await seen(bob, `?conversation=${await conversationOf(bob)}`)).text()).toBe("Bob's note");
    expect((await seen(ann, `?conversation=${await conversationOf(ann)}`)).status).toBe(404);
    // What is not his he cannot attach.
    const own = await conversationOf(cyd);
    expect((await cyd.ask("POST", `/conversations/${own}/messages`, said)).status).toBe(400);
  });
});

describe("a fork", () => {
  test("by a member is theirs, and what others said in it is others' words there", async () => {
    const [ann, bob] = [await somebody("member"), await somebody("member")];
    const id = await conversationOf(ann);
    await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, {}));
    const { message_id } = await read<{ message_id: string }>(
      ann.ask("POST", `/conversations/${id}/messages`, { text: "Ann's words" }),
    );
    const { message_id: own } = await read<{ message_id: string }>(
      bob.ask("POST", `/conversations/${id}/messages`, { text: "Bob's words", parent_id: message_id }),
    );
    const fork = await read<{ id: string; owner: string }>(
      bob.ask("POST", `/conversations/${id}/fork`, { message_id: own }),
    );
    expect(fork.owner).toBe(bob.id);
    const { items } = await read<{ items: { author_id: string; trust?: string }[] }>(
      bob.ask("GET", `/conversations/${fork.id}/messages`),
    );
    const byPerson = items.filter(({ author_id }) => author_id !== undefined);
    expect(byPerson.map(({ author_id, trust }) => [author_id, trust])).toEqual([
      [ann.id, "untrusted"],
      [bob.id, undefined],
    ]);
  });
});

test("the operator sees what is anybody's", async () => {
  const ann = await somebody("member");
  const id = await conversationOf(ann);
  expect((await fetchAs("GET", `/conversations/${id}`)).status).toBe(200);
});
