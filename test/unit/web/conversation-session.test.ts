import { describe, expect, it } from "vitest";
import type { ListedMessage } from "../../../web/api/conversations/conversations.ts";
import type { ConversationSession } from "../../../web/session/conversation/conversation-session.ts";
import { activeBranch } from "../../../web/thread/branches.ts";
import { exchangesOf } from "../../../web/thread/exchanges.ts";
import { currentTurn } from "../../../web/thread/thread.ts";
import { exchange, message, numbered, thinking, turnStart } from "./builders.ts";
import { GONE, OFFLINE, Stage, settle } from "./fakes.ts";

const listed = (id: string, role: "user" | "assistant", text: string, parent_id: string | null) =>
  message(id, role, text, { parent_id }) as ListedMessage;
const OLD = [listed("msg_1", "user", "Hello", null), listed("msg_2", "assistant", "Hi", "msg_1")];

async function opened(stage: Stage): Promise<ConversationSession> {
  stage.view = { seq: 20, head: "msg_2", title: "Old" };
  stage.pages = [{ items: OLD, next_cursor: null }];
  const session = stage.session("cnv_1");
  await session.open();
  stage.socket.opens();
  stage.socket.says({ type: "ready", seq: 20 });
  return session;
}

const kinds = (session: ConversationSession) =>
  exchangesOf(session.thread, session.outgoing, session.keys).flatMap((one) =>
    one.items.map((item) => `${item.kind} ${item.key}`),
  );
const words = (session: ConversationSession) =>
  (currentTurn(session.thread)?.segments ?? []).map((segment) =>
    segment.kind === "text" ? segment.text : segment.kind,
  );

describe("an open conversation", () => {
  it("loads, and follows from where the view ends", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    expect(session.loading).toEqual({ status: "ready" });
    expect(stage.socket.cursor).toBe(20);
    expect(activeBranch(session.thread).map((entry) => entry.message.id)).toEqual(["msg_1", "msg_2"]);
  });

  it("reads the page again when it is older than the view", async () => {
    const stage = new Stage();
    stage.view = { seq: 20, head: "msg_2" };
    stage.pages = [
      { items: OLD.slice(0, 1), next_cursor: null },
      { items: OLD, next_cursor: null },
    ];
    const session = stage.session("cnv_1");
    await session.open();
    expect(activeBranch(session.thread)).toHaveLength(2);
  });

  it("sends over the open socket, and draws the message once through all its stages", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    session.send({ text: "More?" });
    expect(stage.socket.sent).toEqual([{ type: "send", client_id: "client_1", text: "More?" }]);
    const once = () => kinds(session).filter((kind) => kind.endsWith("client_1"));
    expect(once()).toEqual(["pending client_1"]);
    stage.socket.says(
      ...numbered(
        [{ type: "message", message: message("msg_3", "user", "More?", { parent_id: "msg_2" }) }],
        "trn_1",
        21,
      ),
    );
    expect(once()).toEqual(["person client_1"]);
    stage.socket.says({
      type: "accepted",
      client_id: "client_1",
      message_id: "msg_3",
      turn_id: "trn_1",
      duplicate: false,
    });
    expect(once()).toEqual(["person client_1"]);
    expect(session.outgoing).toEqual([]);
  });

  it("draws it once as well when the server says so before it shows the message", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    session.send({ text: "More?" });
    stage.socket.says({
      type: "accepted",
      client_id: "client_1",
      message_id: "msg_3",
      turn_id: "trn_1",
      duplicate: false,
    });
    expect(kinds(session).at(-1)).toBe("pending client_1");
    stage.socket.says(
      ...numbered(
        [{ type: "message", message: message("msg_3", "user", "More?", { parent_id: "msg_2" }) }],
        "trn_1",
        21,
      ),
    );
    expect(kinds(session).filter((kind) => kind.endsWith("client_1"))).toEqual(["person client_1"]);
    expect(session.outgoing).toEqual([]);
  });

  it("keeps what was sent without a network, and sends it under the same id when it is back", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    stage.socket.breaks();
    session.send({ text: "Are you there?" });
    expect(stage.stored.get("cnv_1")).toMatchObject([{ client_id: "client_1", status: "waiting" }]);
    stage.clock.pass(500);
    stage.socket.opens();
    expect(stage.socket.sent).toEqual([]);
    stage.socket.says({ type: "ready", seq: 20 });
    expect(stage.socket.sent).toEqual([{ type: "send", client_id: "client_1", text: "Are you there?" }]);
    stage.socket.says({
      type: "accepted",
      client_id: "client_1",
      message_id: "msg_3",
      turn_id: "trn_1",
      duplicate: true,
    });
    expect(stage.stored.get("cnv_1")).toEqual([]);
  });

  it("takes up after a reload what an earlier page could not send", async () => {
    const stage = new Stage();
    const before = await opened(stage);
    stage.socket.breaks();
    before.send({ text: "Do not lose me" });
    before.close();
    const after = await opened(stage);
    expect(kinds(after).at(-1)).toBe("pending client_1");
    expect(stage.socket.sent).toMatchObject([{ client_id: "client_1", text: "Do not lose me" }]);
  });

  it("shows why a message was refused, and sends it again on demand", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    session.send({ text: "x" });
    stage.socket.says({
      type: "refused",
      client_id: "client_1",
      error: "conflict",
      reason: "50 messages wait already.",
    });
    expect(session.outgoing).toMatchObject([{ status: "failed", reason: "50 messages wait already." }]);
    session.retry("client_1");
    expect(stage.socket.sent).toHaveLength(2);
    session.discard("client_1");
    expect(session.outgoing).toEqual([]);
  });

  it("makes a conversation with its first message, without waiting for a socket", async () => {
    const stage = new Stage();
    const session = stage.session(null);
    session.send({ text: "Hello", agent: "builder" });
    expect(kinds(session)).toEqual(["pending client_1"]);
    await settle();
    expect(stage.createdIds).toEqual(["cnv_new"]);
    expect(stage.calls).toEqual([
      ["create", { agent: "builder" }],
      ["send", "cnv_new", { client_id: "client_1", text: "Hello", agent: "builder" }],
    ]);
    expect(stage.socket.cursor).toBe(0);
  });

  it("is made once, before anything is said, and words meanwhile wait for it", async () => {
    const stage = new Stage();
    const session = stage.session(null);
    const opened = session.create("builder", true);
    session.send({ text: "Hello" });
    session.send({ text: "Are you there?" });
    expect(await opened).toBeUndefined();
    expect(stage.calls.map(([name]) => name)).toEqual(["create", "send", "send"]);
    expect(stage.calls[0]).toEqual(["create", { agent: "builder", provisional: true }]);
  });

  it("says that somebody listens before the first message", async () => {
    const stage = new Stage();
    const session = stage.session(null);
    session.hear(() => undefined);
    session.send({ text: "Hello" });
    await settle();
    expect(stage.calls.map(([name]) => name)).toEqual(["create"]);
    stage.socket.opens();
    stage.socket.says({ type: "ready", seq: 0 });
    expect(stage.socket.sent).toMatchObject([
      { type: "listen", on: true },
      { type: "send", text: "Hello" },
    ]);
  });

  it("says so when the conversation cannot be made, and keeps the words", async () => {
    const stage = new Stage();
    stage.failure = OFFLINE;
    const session = stage.session(null);
    session.send({ text: "Hello" });
    await settle();
    expect(session.outgoing).toMatchObject([{ text: "Hello", status: "failed", reason: "No network." }]);
    stage.failure = null;
    session.retry("client_1");
    await settle();
    expect(session.id).toBe("cnv_new");
  });

  it("loses and doubles nothing when the connection breaks in mid-stream", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    const stream = numbered(
      [
        { type: "message", message: message("msg_3", "user", "Go", { parent_id: "msg_2" }) },
        turnStart("msg_3"),
        thinking(1),
        ..."one two three four".split(/(?<= )/).map((delta) => ({ type: "text" as const, delta })),
      ],
      "trn_1",
      21,
    );
    stage.socket.says(...stream.slice(0, 5));
    stage.socket.breaks();
    stage.clock.pass(500);
    stage.socket.opens();
    expect(stage.socket.cursor).toBe(25);
    stage.socket.says(...stream.slice(3), { type: "ready", seq: 27 });
    expect(words(session)).toEqual(["one two three four"]);
  });

  it("rebuilds a running turn by replay after a reload", async () => {
    const stage = new Stage();
    stage.view = { seq: 20, head: "msg_3", title: "Old" };
    stage.pages = [{ items: [...OLD, listed("msg_3", "user", "Go", "msg_2")], next_cursor: null }];
    const session = stage.session("cnv_1");
    await session.open();
    stage.socket.opens();
    const replay = [
      { type: "message" as const, message: message("msg_3", "user", "Go", { parent_id: "msg_2" }) },
      turnStart("msg_3"),
      thinking(1),
      { type: "text" as const, delta: "so far" },
    ];
    stage.socket.says(...numbered(replay, "trn_1", 21), { type: "ready", seq: 24 });
    expect(words(session)).toEqual(["so far"]);
    expect(kinds(session).slice(-2)).toEqual(["person msg_3", "answer trn_1"]);
  });

  it("reads everything anew when the server has lost what was seen", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    stage.socket.says(...numbered([{ type: "title", title: "Lost" }], null, 40));
    stage.socket.breaks();
    stage.clock.pass(500);
    stage.view = { seq: 30, head: "msg_2", title: "Kept" };
    stage.pages = [{ items: OLD, next_cursor: null }];
    stage.socket.opens();
    stage.socket.says({ type: "ready", seq: 30 });
    await settle();
    expect(session.thread).toMatchObject({ seq: 30, title: "Kept" });
    expect(stage.socket.cursor).toBe(30);
  });

  it("halts over the socket when there is one, over HTTP when there is none", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    await session.halt();
    expect(stage.socket.sent).toEqual([{ type: "halt" }]);
    stage.socket.breaks();
    await session.halt();
    expect(stage.calls.at(-1)).toEqual(["halt", "cnv_1"]);
  });

  it("hands on what the server says against an answer", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    expect(await session.answer("call_1", "Tea")).toBeUndefined();
    expect(stage.calls.at(-1)).toEqual(["answer", "cnv_1", "call_1", "Tea"]);
    stage.failure = { ok: false, status: 409, error: "conflict", reason: "It was answered already." };
    expect(await session.decide("call_1", { decision: "deny", reason: "" })).toEqual(stage.failure);
  });

  it("shows another branch as soon as the server says so, and reads it when it is not here", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    await session.showBranch("msg_9");
    expect(stage.calls.at(-1)).toEqual(["moveHead", "cnv_1", "msg_9"]);
    stage.view = { seq: 21, head: "msg_9" };
    stage.pages = [
      {
        items: [listed("msg_1", "user", "Hello", null), listed("msg_9", "assistant", "Hey", "msg_1")],
        next_cursor: null,
      },
    ];
    stage.socket.says(...numbered([{ type: "head", message_id: "msg_9" }], null, 21));
    await settle();
    const shown = () => activeBranch(session.thread).map((entry) => entry.message.id);
    expect(shown()).toEqual(["msg_1", "msg_9"]);
    const reads = stage.calls.length;
    stage.socket.says(...numbered([{ type: "head", message_id: "msg_2" }], null, 22));
    expect(shown()).toEqual(["msg_1", "msg_2"]);
    expect(stage.calls).toHaveLength(reads);
  });

  it("reads older pages once at a time", async () => {
    const stage = new Stage();
    stage.view = { seq: 20, head: "msg_2" };
    stage.pages = [
      { items: OLD.slice(1), next_cursor: "msg_2" },
      { items: OLD.slice(0, 1), next_cursor: null },
    ];
    const session = stage.session("cnv_1");
    await session.open();
    await Promise.all([session.loadOlder(), session.loadOlder()]);
    expect(stage.calls.filter(([name]) => name === "messages")).toHaveLength(2);
    expect(activeBranch(session.thread)).toHaveLength(2);
    expect(session.thread.older).toBeNull();
  });

  it("says that a conversation is not there", async () => {
    const stage = new Stage();
    stage.failure = GONE;
    const session = stage.session("cnv_1");
    await session.open();
    expect(session.loading).toEqual({ status: "failed", failure: GONE });
    expect(stage.sockets).toEqual([]);
  });

  it("stops reconnecting to a conversation that was deleted", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    stage.socket.breaks();
    stage.failure = GONE;
    stage.clock.pass(500);
    stage.socket.breaks();
    await settle();
    expect(session.linkState).toEqual({ status: "closed" });
    expect(session.loading.status).toBe("failed");
  });

  it("asks for the sound of answers while somebody listens, also after a lost connection", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    const speech = { type: "speech" as const, turn_id: "trn_1", at: 0, pcm: "AAA=" };
    stage.socket.says(speech);
    const heard: string[] = [];
    session.hear(({ pcm }) => heard.push(pcm));
    stage.socket.says(speech);
    stage.socket.breaks();
    stage.clock.pass(500);
    stage.socket.opens();
    stage.socket.says({ type: "ready", seq: 20 }, speech);
    session.hear(null);
    stage.socket.says(speech);
    expect(heard).toEqual(["AAA=", "AAA="]);
    expect(stage.socket.sent).toEqual([
      { type: "listen", on: true },
      { type: "listen", on: false },
    ]);
  });

  it("tells the list of titles, of answers under way and of their end", async () => {
    const stage = new Stage();
    await opened(stage);
    stage.socket.says(
      ...numbered(exchange("msg_3", "msg_4", "msg_2"), "trn_1", 21),
      ...numbered([{ type: "title", title: "Tea" }], null, 28),
    );
    expect(stage.list.map((change) => ("state" in change ? change.state : change.what))).toEqual([
      "moved",
      "running",
      "thinking",
      "moved",
      "completed",
      "title",
    ]);
  });

  it("sets the model of the conversation, or keeps it for the one to come", async () => {
    const stage = new Stage();
    const fresh = stage.session(null);
    await fresh.useModel("openai/gpt");
    expect(stage.calls).toEqual([]);
    fresh.send({ text: "Hi" });
    await settle();
    expect(stage.calls[0]).toEqual(["create", { model: "openai/gpt" }]);
    await fresh.useModel("");
    expect(stage.calls.at(-1)).toEqual(["change", "cnv_new", { model: null }]);
  });

  it("shows again what was, when a title or a model is refused", async () => {
    const stage = new Stage();
    const session = await opened(stage);
    await session.rename("Tea");
    await session.useModel("openai/gpt");
    stage.failure = GONE;
    expect(await session.rename("Coffee")).toMatchObject(GONE);
    expect(await session.useModel("openai/other")).toMatchObject(GONE);
    expect([session.thread.title, session.model]).toEqual(["Tea", "openai/gpt"]);
    expect(stage.list.at(-1)).toMatchObject({ what: "title", title: "Tea" });
  });
});
