/**
 * One instance that is killed again and again. Each kill takes many conversations at once, each at another point of its
 * turn; none of them knows of the others.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandOf, signalAll } from "../../scripts/start/process-tree.mjs";
import { Bell } from "../support/process/bell.ts";
import type { ConversationSocket } from "../support/process/conversation-socket.ts";
import { isEnd, isParked, ofType, saying } from "../support/process/events.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { type Script, ScriptedModel } from "../support/process/scripted-model.ts";
import { answer, Talk, user } from "../support/process/talk.ts";
import { until } from "../support/process/until.ts";

let model: ScriptedModel;
let bell: Bell;
let nightjar: Nightjar;
let kills = 0;
/** When the newest start was ready: ms of `performance.now()`. */
let ready = 0;

const talk = (name: string, ...scripts: Script[]) => Talk.begin({ nightjar, model }, name, ...scripts);

const forever: Script = (reply) => reply.forever();
const saysThenHangs =
  (text: string): Script =>
  (reply) => {
    reply.text(text);
    return reply.forever();
  };
const says =
  (text: string): Script =>
  (reply) =>
    reply.text(text);
const lastResult: Script = (reply, request) =>
  reply.text(`I was told: ${JSON.stringify(request.messages.at(-1)?.content)}`);

async function killAll(): Promise<void> {
  await nightjar.kill9();
  kills += 1;
  await nightjar.start();
  ready = performance.now();
}

beforeAll(async () => {
  model = await ScriptedModel.start();
  bell = await Bell.hang();
  nightjar = await startNightjar({ vars: { ...model.vars, FETCH_ALLOW_HOSTS: bell.host } });
});
afterAll(async () => {
  await nightjar?.dispose();
  model?.close();
  bell?.close();
});

/** Killed by the first kill, each at its own point. */
interface Points {
  /** In mid-stream, with nobody connected afterwards. */
  alone: Talk;
  watched: Talk;
  /** With a second message behind. */
  queue: Talk;
  /** When the last word was said and the end had not come. */
  last: Talk;
  /** When the answer was out. */
  done: Talk;
  /** When a tool had run. */
  sum: Talk;
  /** In the middle of a tool whose effect happens once. */
  ring: Talk;
  /** In the middle of a tool that reads. */
  page: Talk;
  asking: Talk;
  reminded: Talk;
  halted: Talk;
  haltedTool: Talk;
  haltedQuestion: Talk;
  /** It dies by the second kill too. */
  twice: Talk;
  /** It dies each time. */
  loop: Talk;
}

let points: Points;
let watching: ConversationSocket;
let asking: ConversationSocket;
let reminded: ConversationSocket;

const QUESTION: Script = (reply) =>
  reply.tool("ask_user", { question: "Red or blue?", options: ["red", "blue"] });
const ringing =
  (path: string): Script =>
  (reply) => {
    const code = `const response = await ctx.fetch("http://${bell.host}/${path}", { method: "POST" }); response.status`;
    reply.tool("run_code", { code, hosts: [bell.host] });
  };

async function bringThere(): Promise<Points> {
  const tool = (name: string, input: unknown): Script => {
    return (reply) => reply.tool(name, input);
  };
  const remind = tool("schedule_message", { text: "water the plants", in_seconds: 4 });
  return {
    alone: await talk("alone", saysThenHangs("Once upon a "), says("Once upon a time.")),
    watched: await talk("watched", saysThenHangs("shown before the kill"), says("shown after it")),
    queue: await talk("queue", forever, says("first"), says("second")),
    last: await talk("last", saysThenHangs("All of it."), says("All of it.")),
    done: await talk("done", says("That was it.")),
    sum: await talk("sum", tool("calculate", { expression: "17 * 23" }), forever, says("It is 391.")),
    ring: await talk("ring", ringing("ring"), lastResult),
    page: await talk("page", tool("web_fetch", { url: `http://${bell.host}/page` }), lastResult),
    asking: await talk("asking", QUESTION, lastResult),
    reminded: await talk("reminded", remind, says("I will."), says("Water the plants!")),
    halted: await talk("halted", saysThenHangs("I could go on "), says("Listening.")),
    haltedTool: await talk("haltedTool", ringing("halted")),
    haltedQuestion: await talk("haltedQuestion", QUESTION),
    twice: await talk("twice", forever, forever, says("at last")),
    loop: await talk("loop", ...Array<Script>(5).fill(forever), says("Here I am.")),
  };
}

/** Everything is where it should be when the power goes. */
async function atTheirPoints(): Promise<void> {
  const { alone, watched, queue, last, done, sum, ring, page, twice, loop } = points;
  watching = await watched.socket();
  asking = await points.asking.socket();
  reminded = await points.reminded.socket();
  const telling = await Promise.all([alone, last].map((each) => each.socket()));
  await Promise.all([alone, watched, last, sum, twice, loop].map((each) => each.say("go")));
  await ring.say("ring it");
  await page.say(`read http://${bell.host}/page`);
  await points.asking.say("ask me");
  await queue.say("one", "key-1");
  await queue.voice.requested(1);
  await queue.say("two", "key-2");
  const halting = await readyToBeHalted();
  await telling[0]?.event(saying("Once upon a "));
  await telling[1]?.event(saying("All of it."));
  await watching.event(saying("shown before the kill"));
  await asking.event(isParked);
  await sum.voice.requested(2);
  await Promise.all([twice, loop].map((each) => each.voice.requested(1)));
  await bell.visited(3);
  await done.say("go");
  await done.ended();
  await points.reminded.say("remind me");
  await reminded.event(isEnd);
  await Promise.all(halting.map((each) => each.post("halt")));
  expect(points.reminded.voice.requests).toHaveLength(2);
}

/** In mid-stream, in a tool, while it waits: to be halted in the last moment. */
async function readyToBeHalted(): Promise<Talk[]> {
  const { halted, haltedTool, haltedQuestion } = points;
  const speaking = await halted.socket();
  const waiting = await haltedQuestion.socket();
  await halted.say("ramble");
  await haltedTool.say("ring it");
  await haltedQuestion.say("ask me");
  await speaking.event(saying("I could go on "));
  await waiting.event(isParked);
  return [halted, haltedTool, haltedQuestion];
}

describe("killed with conversations at many points", () => {
  beforeAll(async () => {
    points = await bringThere();
    await atTheirPoints();
    bell.answer();
    await killAll();
    const { alone, watched, queue, last, sum, twice, loop } = points;
    // With no client connected.
    await Promise.all([alone, watched, queue, last, twice, loop].map((each) => each.voice.requested(2)));
    await sum.voice.requested(3);
  });

  it("in mid-stream: goes on by itself within 2 s of readiness with no client connected, to one final answer", async () => {
    const { alone } = points;
    expect((alone.voice.times[1] ?? 0) - ready).toBeLessThan(2000);
    await alone.ended();
    expect(await alone.messages()).toEqual([user(alone.words("go")), answer("Once upon a time.")]);
    expect(alone.voice.requests).toHaveLength(2);
  });

  it("in mid-stream: tells a client that comes back which text is void, and then only what it missed", async () => {
    const { cursor } = watching;
    const seen = watching.events.map((event) => event.seq);
    const after = await points.watched.socket(cursor);
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

  it("with messages accepted: answers each of them, in order, and takes none twice", async () => {
    const { queue } = points;
    expect(await queue.say("one", "key-1")).toMatchObject({ duplicate: true });
    expect(await queue.say("two", "key-2")).toMatchObject({ duplicate: true });
    await queue.ended(2);
    expect(await queue.messages()).toEqual([
      user(queue.words("one")),
      answer("first"),
      user(queue.words("two")),
      answer("second"),
    ]);
    expect(queue.voice.requests).toHaveLength(3);
  });

  it("after the last word and before the end: says it once", async () => {
    const { last } = points;
    const socket = await last.ended();
    expect(socket.text).toBe("All of it.");
    expect(await last.messages()).toEqual([user(last.words("go")), answer("All of it.")]);
  });

  it("when the answer was out: does nothing again, and what it cost is told once", async () => {
    const { done } = points;
    const socket = await done.ended();
    expect(socket.events.filter(isEnd)).toHaveLength(1);
    expect(await done.messages()).toEqual([user(done.words("go")), answer("That was it.")]);
    expect(done.voice.requests).toHaveLength(1);
    await until(
      () => done.calls(),
      ({ calls }) => calls > 0,
    );
    expect(await done.calls()).toEqual({ calls: 1, estimated_calls: 0 });
  });

  it("after a tool has run: does not run it again, the recorded result is what the model reads", async () => {
    const { sum } = points;
    const socket = await sum.ended();
    const { requests } = sum.voice;
    expect(requests).toHaveLength(3);
    expect(requests[2]?.messages).toEqual(requests[1]?.messages);
    expect(socket.events.filter(ofType("tool_start"))).toHaveLength(1);
    expect(socket.events.filter(ofType("tool_result"))).toHaveLength(1);
    expect(socket.text).toBe("It is 391.");
  });

  it("in the middle of a tool: does not run one twice whose effect happens once, and the model is told so", async () => {
    const { ring } = points;
    const socket = await ring.ended();
    expect(bell.visits.filter((visit) => visit === "POST /ring")).toHaveLength(1);
    expect(socket.text).toMatch(/I was told: .*interrupted/i);
    expect(ring.voice.requests).toHaveLength(2);
  });

  it("in the middle of a tool: runs one again that only reads", async () => {
    const socket = await points.page.ended();
    expect(bell.visits.filter((visit) => visit === "GET /page")).toHaveLength(2);
    expect(socket.text).toMatch(/I was told: .*ding/);
  });

  it("while the agent waits for an answer: still waits, and goes on when the answer comes", async () => {
    const { call_id } = await asking.event(ofType("question"));
    const after = await points.asking.socket(asking.cursor);
    await points.asking.post("answers", { call_id, text: "blue" });
    expect(await after.event(isEnd)).toMatchObject({ status: "completed" });
    expect(after.text).toContain("blue");
    expect(points.asking.voice.requests).toHaveLength(2);
  });

  it("with a reminder set: rings it after the restart, also when it came due meanwhile", async () => {
    const after = await points.reminded.socket(reminded.cursor);
    await after.event(saying("Water the plants!"));
    await after.event(isEnd);
    expect(points.reminded.voice.requests).toHaveLength(3);
  });

  it("after a halt, in mid-stream, in a tool or of a question: it stays halted, and the next message works", async () => {
    const { halted, haltedTool, haltedQuestion } = points;
    for (const each of [halted, haltedTool, haltedQuestion]) {
      const socket = await each.ended();
      expect(socket.events.filter(isEnd)).toMatchObject([{ status: "halted" }]);
      expect((await each.messages()).map(({ role, status }) => `${role} ${status}`)).toEqual([
        "user complete",
        "assistant halted",
      ]);
      expect(each.voice.requests).toHaveLength(1);
    }
    expect(bell.visits.filter((visit) => visit === "POST /halted")).toHaveLength(1);
    await halted.say("hello?", "two");
    await halted.ended(2);
    expect((await halted.messages()).slice(2)).toEqual([user(halted.words("hello?")), answer("Listening.")]);
  });
});

describe("killed again", () => {
  it("while it recovers from the kill before: is answered all the same", async () => {
    const { twice, loop } = points;
    await loop.voice.requested(2);
    await killAll();
    await twice.ended();
    expect(await twice.messages()).toEqual([user(twice.words("go")), answer("at last")]);
    expect(twice.voice.requests).toHaveLength(3);
  });

  it("each time: after five tries the turn is given up, people are told, and the next message works", async () => {
    const { loop } = points;
    while (kills < 5) {
      await loop.voice.requested(kills + 1);
      await killAll();
    }
    const socket = await loop.ended();
    expect(await socket.event(ofType("error"))).toMatchObject({
      retryable: true,
      reason: expect.stringMatching(/interrupted 5 times and has been given up\. Send your message again/),
    });
    expect(await loop.messages()).toEqual([user(loop.words("go")), answer("", "failed")]);
    expect(loop.voice.requests).toHaveLength(5);
    await loop.say("still there?", "two");
    await loop.ended(2);
    expect((await loop.messages()).at(-1)).toEqual(answer("Here I am."));
    await until(
      () => loop.calls(),
      ({ calls }) => calls === 6,
    );
    expect(await loop.calls()).toEqual({ calls: 6, estimated_calls: 5 });
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
  ])("%s, the turn goes on and the instance answers again", async (what, isProxy) => {
    const cut = await talk(what, saysThenHangs("begun "), says("finished"));
    const before = await cut.socket();
    await cut.say("go");
    await before.event(saying("begun "));
    const killed = runtimes(isProxy);
    expect(killed).toHaveLength(1);
    signalAll(killed, "SIGKILL");
    // Without its proxy the Worker runs on, in the middle of its turn, until the instance is started anew.
    await cut.voice.requested(2);
    await until(
      () => cut.messages().catch(() => []),
      (messages) => messages.length === 2,
    );
    expect(await cut.messages()).toEqual([user(cut.words("go")), answer("finished")]);
  });
});
