import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandOf, signalAll } from "../../scripts/start/process-tree.mjs";
import type { Message } from "../../src/channels/web/wire.ts";
import { Bell } from "../support/process/bell.ts";
import { isEnd, isParked, ofType, saying } from "../support/process/events.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { until } from "../support/process/until.ts";

let model: ScriptedModel;
let bell: Bell;
let nightjar: Nightjar;
beforeEach(async () => {
  model = await ScriptedModel.start();
  bell = await Bell.hang();
  nightjar = await startNightjar({ vars: { ...model.vars, FETCH_ALLOW_HOSTS: bell.host } });
});
afterEach(async () => {
  await nightjar?.dispose();
  model?.close();
  bell?.close();
});

const say = (conversation: string, text: string, client_id = "one") =>
  nightjar.request<{ turn_id: string; duplicate: boolean }>(
    "POST",
    `/conversations/${conversation}/messages`,
    {
      text,
      client_id,
    },
  );

async function messagesOf(conversation: string) {
  const { items } = await nightjar.request<{ items: Message[] }>(
    "GET",
    `/conversations/${conversation}/messages`,
  );
  return items.map(({ role, status, parts }) => ({
    role,
    status,
    text: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
  }));
}

const user = (text: string) => ({ role: "user", status: "complete", text });
const answer = (text: string) => ({ role: "assistant", status: "complete", text });

describe("killed in mid-stream", () => {
  it("goes on by itself within 2 s of readiness with no client connected, to one final answer", async () => {
    model.script(
      (reply) => {
        reply.text("Once upon a ");
        return reply.forever();
      },
      (reply) => reply.text("Once upon a time."),
    );
    const conversation = await nightjar.createConversation();
    const socket = await nightjar.socket(conversation);
    await say(conversation, "tell me");
    await socket.event(saying("Once upon a "));

    await nightjar.kill9();
    expect(model.requests).toHaveLength(1);
    await nightjar.start();
    const ready = performance.now();
    await model.requested(2);
    expect(performance.now() - ready).toBeLessThan(2000);

    await (await nightjar.socket(conversation)).event(isEnd);
    expect(await messagesOf(conversation)).toEqual([user("tell me"), answer("Once upon a time.")]);
    expect(model.requests).toHaveLength(2);
  });

  it("tells a client that comes back which text is void, and then only what it missed", async () => {
    let isOut = () => {};
    const out = new Promise<void>((resolve) => {
      isOut = resolve;
    });
    model.script(
      (reply) => {
        reply.text("shown before the kill");
        isOut();
        return reply.forever();
      },
      (reply) => reply.text("shown after it"),
    );
    const conversation = await nightjar.createConversation();
    const before = await nightjar.socket(conversation);
    await say(conversation, "go");
    await before.event(saying("shown before the kill"));
    await out;
    const { cursor } = before;
    const seen = before.events.map((event) => event.seq);

    await nightjar.kill9();
    await nightjar.start();
    const after = await nightjar.socket(conversation, cursor);
    const end = await after.event(isEnd);
    expect(end).toMatchObject({ status: "completed" });
    expect(after.events.every((event) => event.seq > cursor)).toBe(true);
    expect(new Set([...seen, ...after.events.map((event) => event.seq)]).size).toBe(
      seen.length + after.events.length,
    );
    const types = after.events
      .map((event) => event.type)
      .filter((type) => type === "reset" || type === "text");
    expect(types[0]).toBe("reset");
    expect(after.text).toBe("shown after it");
  });

  it("answers every message that was accepted, in order, and takes none twice", async () => {
    model.script(
      (reply) => reply.forever(),
      (reply) => reply.text("first"),
      (reply) => reply.text("second"),
    );
    const conversation = await nightjar.createConversation();
    await say(conversation, "one", "key-1");
    await model.requested(1);
    await say(conversation, "two", "key-2");

    await nightjar.kill9();
    await nightjar.start();
    expect(await say(conversation, "one", "key-1")).toMatchObject({ duplicate: true });
    expect(await say(conversation, "two", "key-2")).toMatchObject({ duplicate: true });
    await model.requested(3);
    const socket = await nightjar.socket(conversation);
    let ends = 0;
    await socket.event((event) => isEnd(event) && ++ends === 2);
    expect(await messagesOf(conversation)).toEqual([
      user("one"),
      answer("first"),
      user("two"),
      answer("second"),
    ]);
  });

  it("survives a second kill while it recovers", async () => {
    model.script(
      (reply) => reply.forever(),
      (reply) => reply.forever(),
      (reply) => reply.text("at last"),
    );
    const conversation = await nightjar.createConversation();
    await say(conversation, "hold on");
    await model.requested(1);
    await nightjar.kill9();
    await nightjar.start();
    await model.requested(2);
    await nightjar.kill9();
    await nightjar.start();
    await (await nightjar.socket(conversation)).event(isEnd);
    expect(await messagesOf(conversation)).toEqual([user("hold on"), answer("at last")]);
  });
});

describe("killed after a tool has run", () => {
  it("does not run it again: the recorded result is what the model reads", async () => {
    model.script(
      (reply) => reply.tool("calculate", { expression: "17 * 23" }),
      (reply) => reply.forever(),
      (reply) => reply.text("It is 391."),
    );
    const conversation = await nightjar.createConversation();
    await say(conversation, "how much?");
    await model.requested(2);
    await nightjar.kill9();
    await nightjar.start();
    const socket = await nightjar.socket(conversation);
    await socket.event(isEnd);
    expect(model.requests).toHaveLength(3);
    expect(model.requests[2]?.messages).toEqual(model.requests[1]?.messages);
    expect(socket.events.filter(ofType("tool_start"))).toHaveLength(1);
    expect(socket.events.filter(ofType("tool_result"))).toHaveLength(1);
    expect(socket.text).toBe("It is 391.");
  });
});

describe("killed in the middle of a tool", () => {
  it("does not run one twice whose effect happens once: the model is told that its outcome is unknown", async () => {
    const code = `const response = await ctx.fetch("http://${bell.host}/ring", { method: "POST" }); response.status`;
    model.script(
      (reply) => reply.tool("run_code", { code, hosts: [bell.host] }),
      (reply, request) => reply.text(`I was told: ${JSON.stringify(request.messages.at(-1)?.content)}`),
    );
    const conversation = await nightjar.createConversation();
    await say(conversation, "ring it");
    await bell.visited(1);
    await nightjar.kill9();
    bell.answer();
    await nightjar.start();
    const socket = await nightjar.socket(conversation);
    await socket.event(isEnd);
    expect(bell.visits).toEqual(["POST /ring"]);
    expect(socket.text).toMatch(/I was told: .*interrupted/i);
    expect(model.requests).toHaveLength(2);
  });

  it("runs one again that only reads", async () => {
    model.script(
      (reply) => reply.tool("web_fetch", { url: `http://${bell.host}/page` }),
      (reply, request) => reply.text(`It says: ${JSON.stringify(request.messages.at(-1)?.content)}`),
    );
    const conversation = await nightjar.createConversation();
    await say(conversation, `read http://${bell.host}/page`);
    await bell.visited(1);
    await nightjar.kill9();
    bell.answer();
    await nightjar.start();
    const socket = await nightjar.socket(conversation);
    await socket.event(isEnd);
    expect(bell.visits).toEqual(["GET /page", "GET /page"]);
    expect(socket.text).toMatch(/It says: .*ding/);
  });
});

describe("killed while the agent waits for an answer", () => {
  it("still waits, and goes on when the answer comes", async () => {
    model.script(
      (reply) => reply.tool("ask_user", { question: "Red or blue?", options: ["red", "blue"] }),
      (reply, request) => reply.text(`You said: ${JSON.stringify(request.messages.at(-1)?.content)}`),
    );
    const conversation = await nightjar.createConversation();
    const before = await nightjar.socket(conversation);
    await say(conversation, "ask me");
    const { call_id } = await before.event(ofType("question"));
    await before.event(isParked);

    await nightjar.kill9();
    await nightjar.start();
    const after = await nightjar.socket(conversation, before.cursor);
    await nightjar.request("POST", `/conversations/${conversation}/answers`, { call_id, text: "blue" });
    expect(await after.event(isEnd)).toMatchObject({ status: "completed" });
    expect(after.text).toContain("blue");
    expect(model.requests).toHaveLength(2);
  });
});

describe("when only a part of the machine dies", () => {
  /** The Worker's own runtime listens where nobody can know; the development proxy has the port. */
  const runtimes = (isProxy: boolean) =>
    nightjar.processes().filter((pid) => {
      const command = commandOf(pid) ?? "";
      return (
        /workerd\b.* serve /.test(command) &&
        command.includes(`=127.0.0.1:${nightjar.place.port} `) === isProxy
      );
    });

  it.each([
    ["the Worker's runtime", false],
    ["the development proxy", true],
  ])("%s, the turn goes on and the instance answers again", async (_what, isProxy) => {
    model.script(
      (reply) => {
        reply.text("begun ");
        return reply.forever();
      },
      (reply) => reply.text("finished"),
    );
    const conversation = await nightjar.createConversation();
    const before = await nightjar.socket(conversation);
    await say(conversation, "go");
    await before.event(saying("begun "));
    const killed = runtimes(isProxy);
    expect(killed).toHaveLength(1);
    signalAll(killed, "SIGKILL");
    // Without its proxy the Worker runs on, in the middle of its turn, until the instance is started anew.
    await model.requested(2);
    await until(
      () => messagesOf(conversation).catch(() => []),
      (messages) => messages.length === 2,
    );
    expect(await messagesOf(conversation)).toEqual([user("go"), answer("finished")]);
  });
});

describe("killed with a reminder set", () => {
  it("rings it after the restart, also when it came due meanwhile", async () => {
    model.script(
      (reply) => reply.tool("schedule_message", { text: "water the plants", in_seconds: 1 }),
      (reply) => reply.text("I will."),
      (reply) => reply.text("Water the plants!"),
    );
    const conversation = await nightjar.createConversation();
    const before = await nightjar.socket(conversation);
    await say(conversation, "remind me");
    await before.event(isEnd);
    await nightjar.kill9();
    await nightjar.start();
    const after = await nightjar.socket(conversation, before.cursor);
    await after.event(saying("Water the plants!"));
    await after.event(isEnd);
    expect(model.requests).toHaveLength(3);
  });
});
