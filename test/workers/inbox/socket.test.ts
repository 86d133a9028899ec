/** The socket of a person's app: what it is told, and when it is closed. */
import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { PersonFrame } from "../../../src/channels/web/wire.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { type Somebody, signedIn, somebody } from "../people/somebody.ts";
import { failedJob, read, talk } from "./talk.ts";

/** One open app of theirs. */
async function app({ cookie }: Pick<Somebody, "cookie">) {
  const worker = (exports as unknown as { default: Fetcher }).default;
  const headers = { cookie, upgrade: "websocket", origin: "http://nightjar.test" };
  const { webSocket } = await worker.fetch("http://nightjar.test/api/v1/inbox/socket", { headers });
  if (!webSocket) throw new Error("no socket");
  const frames: PersonFrame[] = [];
  const closed: number[] = [];
  webSocket.addEventListener("message", ({ data }) => void frames.push(JSON.parse(String(data))));
  webSocket.addEventListener("close", ({ code }) => void closed.push(code));
  webSocket.accept();
  const told = () => frames.flatMap((frame) => (frame.type === "conversations" ? frame.items : []));
  return { frames, closed, told, send: (text: string) => webSocket.send(text) };
}

describe("the socket of a person", () => {
  test("says that it is ready, answers pings, and tells each app of a new conversation, its title and its end", async () => {
    const ann = await somebody("member");
    const [desk, phone] = [await app(ann), await app(ann)];
    desk.send('{"type":"ping"}');
    const id = await talk(ann, tell({ text: ["Hello."] }));
    for (const { told, frames } of [desk, phone])
      await soon(() => {
        expect(told()).toContainEqual(expect.objectContaining({ id, unread: true }));
        expect(frames).toContainEqual({ type: "inbox" });
        expect(frames[0]).toEqual({ type: "ready" });
      });
    expect(desk.frames).toContainEqual({ type: "pong" });
    await read(ann.ask("PATCH", `/conversations/${id}`, { title: "Greetings" }));
    await soon(() => expect(phone.told().at(-1)).toMatchObject({ id, title: "Greetings" }));
    const { seq } = await read<{ seq: number }>(ann.ask("GET", `/conversations/${id}`));
    await read(ann.ask("POST", `/conversations/${id}/read`, { seq }));
    await soon(() => expect(phone.told().at(-1)).toMatchObject({ id, unread: false }));
    await read(ann.ask("DELETE", `/conversations/${id}`));
    await soon(() => expect(phone.frames).toContainEqual({ type: "conversations", items: [], gone: [id] }));
  });

  test("tells members of what is shared with them, as it is for them, and nobody else", async () => {
    const [ann, bob, eve] = [await somebody("member"), await somebody("member"), await somebody("member")];
    const [his, hers] = [await app(bob), await app(eve)];
    const id = await talk(ann, tell({ text: ["Secret."] }));
    await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, { rights: ["read"] }));
    await soon(() => expect(his.told()).toContainEqual(expect.objectContaining({ id, unread: true })));
    await read(ann.ask("DELETE", `/conversations/${id}/members/${bob.id}`));
    await soon(() => expect(his.frames).toContainEqual({ type: "conversations", items: [], gone: [id] }));
    expect(hers.frames).toEqual([{ type: "ready" }]);
  });

  test("says when a job has failed", async () => {
    const ann = await somebody("member");
    const id = await failedJob(ann.id);
    const { frames } = await app(ann);
    await read(ann.ask("POST", `/jobs/${id}/retry`, {}));
    await soon(() => expect(frames).toContainEqual({ type: "inbox" }));
  });

  test("is closed within five seconds for whoever is signed out, and for no other device", async () => {
    const ann = await somebody("member");
    const second = await signedIn(ann.id);
    const [lost, kept] = [await app(second), await app(ann)];
    await read(second.ask("DELETE", "/auth/session"));
    await soon(() => expect(lost.closed).toEqual([4401]));
    expect(kept.closed).toEqual([]);
  });

  test("is refused to strangers, and to a request that is no socket's", async () => {
    await expect(app({ cookie: "nightjar_session=none" })).rejects.toThrow("no socket");
    const ann = await somebody("member");
    const plain = await ann.ask("GET", "/inbox/socket");
    expect([plain.status, await plain.text()]).toEqual([400, expect.stringContaining("speaks WebSocket")]);
  });
});
