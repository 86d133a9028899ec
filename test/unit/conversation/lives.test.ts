import { describe, expect, it } from "vitest";
import type { ToolContext } from "../../../src/agent/ports/tool.ts";
import { scheduleTools } from "../../../src/tools/schedule.ts";
import {
  asked,
  CHAT,
  ConversationRig,
  calls,
  type Move,
  rounds,
  says,
  text,
  wait,
} from "../../support/machine/rig.ts";

const SLOW: Move[] = [wait(500), text("Once upon "), wait(5_000), text("a time."), ...says()];

describe("a turn that is halted", () => {
  it("keeps what was said, and the next message works", async () => {
    const rig = new ConversationRig({ model: (_request, n) => (n === 1 ? SLOW : says("Yes?")) });
    await rig.say("Tell me");
    await rig.pass(2_000);
    await rig.halt();
    await rig.say("Hello?");
    await rig.pass();
    expect(rig.said()).toEqual([
      "user: Tell me",
      "assistant: Once upon  (halted)",
      "user: Hello?",
      "assistant: Yes?",
    ]);
  });

  it("stays halted when the machine dies in the same moment", async () => {
    let isFatal = false;
    const rig = new ConversationRig({
      model: () => SLOW,
      fate: () => (isFatal ? "dies after the commit" : "goes on"),
    });
    await rig.say("Tell me");
    await rig.pass(2_000);
    isFatal = true;
    await rig.halt().catch(() => undefined);
    isFatal = false;
    await rig.pass();
    expect(rig.said()[1]).toMatch(/\(halted\)$/);
    expect(rig.requests).toHaveLength(1);
  });

  it("while it waits in the queue is never begun", async () => {
    const rig = new ConversationRig({ model: () => SLOW });
    await rig.say("One");
    await rig.pass(1_000);
    await rig.halt();
    await rig.pass();
    expect(rig.requests).toHaveLength(1);
    expect(rig.store.turns.open()).toEqual([]);
  });

  it("is not there: nothing happens", async () => {
    const rig = new ConversationRig();
    await rig.say("Hello");
    await rig.pass();
    expect(await rig.halt()).toMatchObject({ status: "accepted", turn_id: null });
    await rig.pass();
    expect(rig.said()).toEqual(["user: Hello", "assistant: ok"]);
  });
});

describe("a turn whose stores do not answer", () => {
  const stuck = (until: number) => {
    let asked = 0;
    return new ConversationRig({
      cast: () => ({ sections: () => (++asked <= until ? new Promise<never>(() => undefined) : []) }),
    });
  };

  it("is halted at once all the same, and the next message works", async () => {
    const rig = stuck(1);
    await rig.reader.connect();
    await rig.say("Hello");
    await rig.pass(1_000);
    await rig.halt();
    await rig.pass(1_000);
    await rig.say("Again");
    await rig.pass();
    expect(rig.said()).toEqual(["user: Hello", "assistant:  (halted)", "user: Again", "assistant: ok"]);
    expect(rig.requests).toHaveLength(1);
  });

  it("fails after a minute, says so, and the next message works", async () => {
    const rig = stuck(1);
    await rig.say("Hello");
    await rig.say("Again");
    await rig.pass(90_000);
    expect(rig.said()).toEqual(["user: Hello", "assistant:  (failed)", "user: Again", "assistant: ok"]);
    expect(rig.messages()[1]?.parts).toMatchObject([
      { type: "error", reason: expect.stringContaining("in time") },
    ]);
  });
});

describe("a turn that kills the machine", () => {
  it("each time is given up after five times, with a notice, and the next message works", async () => {
    let isFatal = true;
    const rig = new ConversationRig({
      model: () => [wait(100), ...says("never")],
      fate: () => (isFatal && rig.requests.length > rig.machine.kills ? "dies after the commit" : "goes on"),
    });
    await rig.say("Poison").catch(() => undefined);
    await rig.pass(120_000);
    isFatal = false;
    expect(rig.machine.kills).toBe(5);
    const answer = rig.messages()[1];
    expect(answer?.status).toBe("failed");
    expect(answer?.parts).toMatchObject([
      { type: "error", reason: expect.stringContaining("so Nightjar stopped") },
    ]);
    await rig.reader.connect();
    expect(
      rig.reader.events.some(
        (event) => event.type === "error" && event.reason.includes("so Nightjar stopped"),
      ),
    ).toBe(true);

    await rig.say("Hello");
    await rig.pass();
    expect(rig.said().slice(-2)).toEqual(["user: Hello", "assistant: never"]);
  });

  it("before anything it wrote is on disk is given up all the same", async () => {
    let seen = 0;
    const rig: ConversationRig = new ConversationRig({
      model: () => [wait(100), ...says("never")],
      fate: () => {
        const isFatal = rig.requests.length > seen && rig.requests.length < 50;
        seen = rig.requests.length;
        if (!isFatal) return "goes on";
        return rig.machine.kills === 0 ? "dies after the commit" : "dies before the commit";
      },
    });
    await rig.say("Poison").catch(() => undefined);
    await rig.pass(300_000);
    expect(rig.machine.kills).toBe(5);
    expect(rig.messages()[1]?.status).toBe("failed");
  });

  it("after it got somewhere each time is not given up", async () => {
    let before = 0;
    const rig: ConversationRig = new ConversationRig({
      model: (request) => {
        const step = rounds(request);
        const next = step < 8 ? calls([`c${step}`, "think", { thought: `step ${step}` }]) : says("At last.");
        return [wait(50), ...next];
      },
      tools: () => [THINK],
      fate: () => {
        if (rig.requests.length < before + 2) return "goes on";
        before = rig.requests.length;
        return "dies after the commit";
      },
    });
    await rig.say("Work").catch(() => undefined);
    await rig.pass(300_000);
    expect(rig.machine.kills).toBeGreaterThan(5);
    expect(rig.said()[1]).toBe("assistant: At last.");
  });
});

const OK = { ok: true as const, content: "ok", trust: "trusted" as const };

const THINK = {
  name: "think",
  description: "think",
  input: { json: {}, parse: (value: unknown) => ({ ok: true as const, value }) },
  effect: "once" as const,
  reach: "inside" as const,
  run: async () => OK,
};

describe("a reminder", () => {
  const remind = (request: Parameters<typeof rounds>[0]): Move[] => {
    if (asked(request).includes("is due now")) return says("Water the plants!");
    const wish = { text: "water the plants", in_seconds: 60 };
    return rounds(request) === 0 ? calls(["c1", "schedule_message", wish]) : says("I will.");
  };
  const rung = ["assistant: I will.", "assistant: Water the plants!"];
  const answers = (rig: ConversationRig) => rig.said().filter((line) => line.startsWith("assistant"));

  it("rings when it is due, in a conversation that sleeps until then", async () => {
    const rig = new ConversationRig({ model: remind, tools: () => scheduleTools });
    await rig.say("Remind me");
    await rig.pass(20_000);
    expect(rig.machine.evict()).toBe(true);
    await rig.pass(60_000);
    expect(answers(rig)).toEqual(rung);
  });

  it("rings once, however the machine dies around it", async () => {
    for (let at = 1; at <= 12; at++) {
      let events = 0;
      const rig = new ConversationRig({
        model: remind,
        tools: () => scheduleTools,
        fate: () => (++events === at ? "dies after the commit" : "goes on"),
      });
      const say = async () => void (await rig.say("Remind me"));
      await say().catch(() => rig.timeline.after(2_000, say));
      await rig.pass(120_000);
      expect(answers(rig), `event ${at}`).toEqual(rung);
    }
  });

  it("that meets a full queue waits until there is room", async () => {
    const rig = new ConversationRig({
      model: (request) => (asked(request).startsWith("m") ? [wait(2_000), ...says("ok")] : remind(request)),
      tools: () => scheduleTools,
    });
    await rig.say("Remind me");
    await rig.pass(59_000);
    for (let n = 1; n <= 50; n++) await rig.say(`m${n}`);
    await rig.pass(300_000);
    expect(answers(rig).at(-1)).toBe("assistant: Water the plants!");
    expect(rig.store.reminders.list()).toEqual([]);
  });
});

describe("a conversation at rest", () => {
  it("has no alarm and is not woken", async () => {
    const rig = new ConversationRig();
    await rig.say("Hello");
    await rig.pass(30_000);
    const { alarmsFired } = rig.machine;
    await rig.pass(86_400_000);
    expect(rig.machine.alarm).toBeNull();
    expect(rig.machine.alarmsFired).toBe(alarmsFired);
  });

  it("has told what there was to tell: costs and messages, once", async () => {
    const rig = new ConversationRig();
    await rig.say("Hello");
    await rig.pass(30_000);
    expect(rig.flushed).toMatchObject([
      {
        costs: [{ cost_usd: 0.01, usage: { input_tokens: 10 } }],
        messages: [{ role: "user" }, { role: "assistant" }],
      },
    ]);
    expect(rig.store.sql.all("SELECT * FROM after_work")).toEqual([]);
  });

  it("told of each turn while the next one was still at work", async () => {
    const rig = new ConversationRig({
      model: (_request, n) => (n === 1 ? says("Quick.") : [wait(600_000), ...says("Slow.")]),
    });
    await rig.say("One");
    await rig.say("Two");
    await rig.pass(10_000);
    expect(rig.flushed).toMatchObject([{ costs: [] }, { costs: [{ cost_usd: 0.01 }] }]);
  });

  it("tells it also when D1 was away at first", async () => {
    let tries = 0;
    const rig = new ConversationRig({
      ports: (base) => ({
        flush: (batch) => (++tries < 4 ? Promise.reject(new Error("away")) : base.flush(batch)),
      }),
    });
    await rig.say("Hello");
    await rig.pass(120_000);
    expect(rig.flushed).toHaveLength(1);
    expect(rig.store.sql.all("SELECT * FROM after_work")).toEqual([]);
  });

  it("has written a short turn in three commits, and two more for what follows it", async () => {
    let commits = 0;
    const rig = new ConversationRig({ model: () => [text("Hi"), text(" there"), ...says(".")] });
    await rig.reader.connect();
    rig.machine.onCommit = () => {
      commits += 1;
    };
    await rig.say("Hello");
    await rig.pass(30_000);
    expect(commits).toBeLessThanOrEqual(5);
  });
});

describe("a conversation that is deleted while it answers", () => {
  it("comes to rest first, and the monitor forgets it", async () => {
    const rig = new ConversationRig({ model: () => SLOW });
    await rig.say("One");
    await rig.say("Two");
    await rig.pass(1_000);
    const { awake } = rig.machine;
    await rig.machine.request((awake) => void awake.stop());
    await rig.pass();
    expect(rig.requests).toHaveLength(1);
    expect(awake?.live.current).toBeNull();
    expect(rig.told.at(-1)).toBeNull();
  });

  it("has told what it cost before it is gone, and tells nothing after", async () => {
    let written: () => void = () => undefined;
    const rig = new ConversationRig({
      ports: (base) => ({
        flush: async (batch) => {
          await new Promise<void>((resolve) => {
            written = resolve;
          });
          return base.flush(batch);
        },
      }),
    });
    await rig.say("Hello");
    const gone: Promise<void>[] = [];
    await rig.machine.request((awake) => void gone.push(awake.stop()));
    await rig.pass(30_000);
    expect(await Promise.race([...gone, "not yet"])).toBe("not yet");
    written();
    await Promise.all(gone);
    expect(rig.flushed).toMatchObject([{ costs: [{ cost_usd: 0.01 }] }]);
    await rig.machine.request((awake) => awake.flush());
    expect(rig.flushed).toHaveLength(1);
  });
});

describe("the words of a person", () => {
  it("are all of a burst, and none of what the system says", async () => {
    const heard: string[] = [];
    const listen = {
      ...THINK,
      run: async (_input: unknown, context: ToolContext) => {
        heard.push(context.seen.user_text);
        return OK;
      },
    };
    const rig = new ConversationRig({
      model: (request) => (rounds(request) === 0 ? calls(["c1", "think", {}]) : says("ok")),
      tools: () => [listen],
    });
    await rig.say("One", "1", CHAT);
    await rig.say("Two", "2", CHAT);
    await rig.pass();
    const source = { channel: "system" as const, sender: "schedule" };
    await rig.receive({ type: "notice", key: "n1", source, text: "Visit https://evil.test" });
    await rig.pass();
    expect(heard).toEqual(["One\nTwo", ""]);
  });
});

describe("a turn that has ended", () => {
  it("leaves no timer that would keep the conversation in memory", async () => {
    const rig = new ConversationRig({ model: () => [text("Once upon "), wait(100), ...says("a time.")] });
    await rig.say("Tell me");
    await rig.pass(200);
    expect(rig.said()).toEqual(["user: Tell me", "assistant: Once upon a time."]);
    expect(rig.machine.evict()).toBe(true);
  });
});
