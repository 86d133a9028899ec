/**
 * One instance that is killed again and again. Each kill takes many conversations at once, each at another point of its
 * turn; none of them knows of the others.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { isEnd, ofType, saying } from "../support/process/events.ts";
import { answeredOnce, jobsDone } from "../support/process/kill-jobs.ts";
import { TERNS } from "../support/process/kill-research.ts";
import { killAll, killScene } from "../support/process/kill-scene.ts";
import { citedPassages, QUOTES } from "../support/process/kill-search.ts";
import { answer, user } from "../support/process/talk.ts";
import { until } from "../support/process/until.ts";

const scene = killScene();

describe("killed with conversations at many points", () => {
  beforeAll(async () => {
    scene.bell.answer();
    await killAll(scene);
    const { alone, watched, queue, last, sum, twice, loop } = scene.points;
    // With no client connected.
    await Promise.all([alone, watched, queue, last, twice, loop].map((each) => each.voice.requested(2)));
    await sum.voice.requested(3);
  });

  it("in mid-stream: goes on by itself with no client connected, to one final answer", async () => {
    const { alone } = scene.points;
    // Of its own accord, before anybody looks; how soon is measured by chaos and `npm run bench`.
    expect(alone.voice.requests).toHaveLength(2);
    await alone.ended();
    expect(await alone.messages()).toEqual([user(alone.words("go")), answer("Once upon a time.")]);
    expect(alone.voice.requests).toHaveLength(2);
  });

  it("in mid-stream: tells a client that comes back which text is void, and then only what it missed", async () => {
    const { cursor } = scene.watching;
    const seen = scene.watching.events.map((event) => event.seq);
    const after = await scene.points.watched.socket(cursor);
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
    const { queue } = scene.points;
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
    const { last } = scene.points;
    const socket = await last.ended();
    expect(socket.text).toBe("All of it.");
    expect(await last.messages()).toEqual([user(last.words("go")), answer("All of it.")]);
  });

  it("when the answer was out: does nothing again, and what it cost is told once", async () => {
    const { done } = scene.points;
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
    const { sum } = scene.points;
    const socket = await sum.ended();
    const { requests } = sum.voice;
    expect(requests).toHaveLength(3);
    expect(requests[2]?.messages).toEqual(requests[1]?.messages);
    expect(socket.events.filter(ofType("tool_start"))).toHaveLength(1);
    expect(socket.events.filter(ofType("tool_result"))).toHaveLength(1);
    expect(socket.text).toBe("It is 391.");
  });

  it("in the middle of a tool: does not run one twice whose effect happens once, and the model is told so", async () => {
    const { ring } = scene.points;
    const socket = await ring.ended();
    expect(scene.bell.visits.filter((visit) => visit === "POST /ring")).toHaveLength(1);
    expect(socket.text).toMatch(/I was told: .*interrupted/i);
    expect(ring.voice.requests).toHaveLength(2);
  });

  it("in the middle of a tool: runs one again that only reads", async () => {
    const socket = await scene.points.page.ended();
    expect(scene.bell.visits.filter((visit) => visit === "GET /page")).toHaveLength(2);
    expect(socket.text).toMatch(/I was told: .*ding/);
  });

  it("in search mode, while it reads: searches no second time, reads what was not read, and cites both", async () => {
    const { searching, web } = scene;
    await searching.ended();
    const about = web.visits.filter((visit) => !visit.includes("terns"));
    expect(about.map((visit) => visit.replace(/\?.*/, ""))).toEqual([
      "GET /search",
      "GET /hearing",
      "GET /feathers",
      "GET /feathers",
    ]);
    expect(searching.voice.requests).toHaveLength(1);
    const said = await searching.messages();
    expect(said.map(({ role, status }) => `${role} ${status}`)).toEqual([
      "user complete",
      "assistant complete",
    ]);
    expect(await citedPassages(scene, searching)).toEqual(QUOTES);
  });

  it("in a run of research, while it reads: asks and searches nothing again, and its report cites the page", async () => {
    const { research } = scene;
    const { report, notes } = await research.ended();
    expect(research.visits().map((visit) => visit.replace(/\?.*/, ""))).toEqual([
      "GET /search",
      "GET /terns",
      "GET /terns",
    ]);
    const asked = research.voice.requests.map(({ messages }) => JSON.stringify(messages));
    expect(new Set(asked).size).toBe(asked.length);
    expect(report).toMatchObject({ is_written: true, markdown: expect.stringContaining("small fish") });
    expect(notes.map(({ quote }) => quote)).toEqual([TERNS]);
  });

  it("while the agent waits for an answer: still waits, and goes on when the answer comes", async () => {
    const { call_id } = await scene.asking.event(ofType("question"));
    const after = await scene.points.asking.socket(scene.asking.cursor);
    await scene.points.asking.post("answers", { call_id, text: "blue" });
    expect(await after.event(isEnd)).toMatchObject({ status: "completed" });
    expect(after.text).toContain("blue");
    expect(scene.points.asking.voice.requests).toHaveLength(2);
  });

  it("with a reminder set: rings it after the restart, also when it came due meanwhile", async () => {
    const after = await scene.points.reminded.socket(scene.reminded.cursor);
    await after.event(saying("Water the plants!"));
    await after.event(isEnd);
    expect(scene.points.reminded.voice.requests).toHaveLength(3);
  });

  it("after a halt, in mid-stream, in a tool or of a question: it stays halted, and the next message works", async () => {
    const { halted, haltedTool, haltedQuestion } = scene.points;
    for (const each of [halted, haltedTool, haltedQuestion]) {
      const socket = await each.ended();
      expect(socket.events.filter(isEnd)).toMatchObject([{ status: "halted" }]);
      expect((await each.messages()).map(({ role, status }) => `${role} ${status}`)).toEqual([
        "user complete",
        "assistant halted",
      ]);
      expect(each.voice.requests).toHaveLength(1);
    }
    expect(scene.bell.visits.filter((visit) => visit === "POST /halted")).toHaveLength(1);
    await halted.say("hello?", "two");
    await halted.ended(2);
    expect((await halted.messages()).slice(2)).toEqual([user(halted.words("hello?")), answer("Listening.")]);
  });
});

describe("killed again", () => {
  it("while it recovers from the kill before: is answered all the same", async () => {
    const { twice, loop } = scene.points;
    await loop.voice.requested(2);
    await killAll(scene);
    await twice.ended();
    expect(await twice.messages()).toEqual([user(twice.words("go")), answer("at last")]);
    expect(twice.voice.requests).toHaveLength(3);
  });

  it("each time: after five tries the turn is given up, people are told, and the next message works", async () => {
    const { loop } = scene.points;
    while (scene.kills < 5) {
      await loop.voice.requested(scene.kills + 1);
      await killAll(scene);
    }
    const socket = await loop.ended();
    expect(await socket.event(ofType("error"))).toMatchObject({
      retryable: true,
      reason: expect.stringMatching(/interrupted 5 times, so Nightjar stopped\. Send your message again/),
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

  it("with tasks handed on and a build under way: each is done once, though the queue lost its messages", async () => {
    const { jobs, nightjar } = scene;
    const done = await jobsDone(scene);
    expect(done.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      "child.build completed",
      ...Array(8).fill("child.delegate completed"),
    ]);
    await answeredOnce(jobs);
    const { items } = await nightjar.request<{ items: object[] }>("GET", "/builds");
    expect(items).toMatchObject([{ name: "owl_words", status: "completed", version: 1 }]);
    const { requests } = jobs.building.voice;
    const said = requests.at(-1)?.messages.flatMap(({ tool_calls = [] }) => tool_calls) ?? [];
    expect(said.filter((call) => call.function.name === "register_capability")).toHaveLength(1);
  });
});
