import { describe, expect, it } from "vitest";
import type { ToolContext } from "../../../src/agent/ports/tool.ts";
import { scheduleTools } from "../../../src/tools/schedule.ts";
import {
  asked,
  CHAT,
  calls,
  House,
  type Move,
  rounds,
  says,
  text,
  wait,
} from "../../support/machine/house.ts";

const SLOW: Move[] = [wait(500), text("Once upon "), wait(5_000), text("a time."), ...says()];

describe("a turn that is halted", () => {
  it("keeps what was said, and the next message works", async () => {
    const house = new House({ model: (_request, n) => (n === 1 ? SLOW : says("Yes?")) });
    await house.say("Tell me");
    await house.pass(2_000);
    await house.halt();
    await house.say("Hello?");
    await house.pass();
    expect(house.said()).toEqual([
      "user: Tell me",
      "assistant: Once upon  (halted)",
      "user: Hello?",
      "assistant: Yes?",
    ]);
  });

  it("stays halted when the machine dies in the same moment", async () => {
    let isFatal = false;
    const house = new House({
      model: () => SLOW,
      fate: () => (isFatal ? "dies after the commit" : "goes on"),
    });
    await house.say("Tell me");
    await house.pass(2_000);
    isFatal = true;
    await house.halt().catch(() => undefined);
    isFatal = false;
    await house.pass();
    expect(house.said()[1]).toMatch(/\(halted\)$/);
    expect(house.requests).toHaveLength(1);
  });

  it("while it waits in the queue is never begun", async () => {
    const house = new House({ model: () => SLOW });
    await house.say("One");
    await house.pass(1_000);
    await house.halt();
    await house.pass();
    expect(house.requests).toHaveLength(1);
    expect(house.store.turns.open()).toEqual([]);
  });

  it("is not there: nothing happens", async () => {
    const house = new House();
    await house.say("Hello");
    await house.pass();
    expect(await house.halt()).toMatchObject({ status: "accepted", turn_id: null });
    await house.pass();
    expect(house.said()).toEqual(["user: Hello", "assistant: ok"]);
  });
});

describe("a turn whose stores do not answer", () => {
  const stuck = (until: number) => {
    let asked = 0;
    return new House({
      services: () => ({ sections: () => (++asked <= until ? new Promise<never>(() => undefined) : []) }),
    });
  };

  it("is halted at once all the same, and the next message works", async () => {
    const house = stuck(1);
    await house.reader.connect();
    await house.say("Hello");
    await house.pass(1_000);
    await house.halt();
    await house.pass(1_000);
    await house.say("Again");
    await house.pass();
    expect(house.said()).toEqual(["user: Hello", "assistant:  (halted)", "user: Again", "assistant: ok"]);
    expect(house.requests).toHaveLength(1);
  });

  it("fails after a minute, says so, and the next message works", async () => {
    const house = stuck(1);
    await house.say("Hello");
    await house.say("Again");
    await house.pass(90_000);
    expect(house.said()).toEqual(["user: Hello", "assistant:  (failed)", "user: Again", "assistant: ok"]);
    expect(house.messages()[1]?.parts).toMatchObject([
      { type: "error", reason: expect.stringContaining("in time") },
    ]);
  });
});

describe("a turn that kills the machine", () => {
  it("each time is given up after five times, with a notice, and the next message works", async () => {
    let isFatal = true;
    const house = new House({
      model: () => [wait(100), ...says("never")],
      fate: () =>
        isFatal && house.requests.length > house.machine.kills ? "dies after the commit" : "goes on",
    });
    await house.say("Poison").catch(() => undefined);
    await house.pass(120_000);
    isFatal = false;
    expect(house.machine.kills).toBe(5);
    const answer = house.messages()[1];
    expect(answer?.status).toBe("failed");
    expect(answer?.parts).toMatchObject([{ type: "error", reason: expect.stringContaining("given up") }]);
    await house.reader.connect();
    expect(
      house.reader.events.some((event) => event.type === "error" && event.reason.includes("given up")),
    ).toBe(true);

    await house.say("Hello");
    await house.pass();
    expect(house.said().slice(-2)).toEqual(["user: Hello", "assistant: never"]);
  });

  it("before anything it wrote is on disk is given up all the same", async () => {
    let seen = 0;
    const house: House = new House({
      model: () => [wait(100), ...says("never")],
      fate: () => {
        const isFatal = house.requests.length > seen && house.requests.length < 50;
        seen = house.requests.length;
        if (!isFatal) return "goes on";
        return house.machine.kills === 0 ? "dies after the commit" : "dies before the commit";
      },
    });
    await house.say("Poison").catch(() => undefined);
    await house.pass(300_000);
    expect(house.machine.kills).toBe(5);
    expect(house.messages()[1]?.status).toBe("failed");
  });

  it("after it got somewhere each time is not given up", async () => {
    let before = 0;
    const house: House = new House({
      model: (request) => {
        const step = rounds(request);
        const next = step < 8 ? calls([`c${step}`, "think", { thought: `step ${step}` }]) : says("At last.");
        return [wait(50), ...next];
      },
      tools: () => [THINK],
      fate: () => {
        if (house.requests.length < before + 2) return "goes on";
        before = house.requests.length;
        return "dies after the commit";
      },
    });
    await house.say("Work").catch(() => undefined);
    await house.pass(300_000);
    expect(house.machine.kills).toBeGreaterThan(5);
    expect(house.said()[1]).toBe("assistant: At last.");
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
  const answers = (house: House) => house.said().filter((line) => line.startsWith("assistant"));

  it("rings when it is due, in a conversation that sleeps until then", async () => {
    const house = new House({ model: remind, tools: () => scheduleTools });
    await house.say("Remind me");
    await house.pass(20_000);
    expect(house.machine.evict()).toBe(true);
    await house.pass(60_000);
    expect(answers(house)).toEqual(rung);
  });

  it("rings once, however the machine dies around it", async () => {
    for (let at = 1; at <= 12; at++) {
      let events = 0;
      const house = new House({
        model: remind,
        tools: () => scheduleTools,
        fate: () => (++events === at ? "dies after the commit" : "goes on"),
      });
      const say = async () => void (await house.say("Remind me"));
      await say().catch(() => house.timeline.after(2_000, say));
      await house.pass(120_000);
      expect(answers(house), `event ${at}`).toEqual(rung);
    }
  });

  it("that meets a full queue waits until there is room", async () => {
    const house = new House({
      model: (request) => (asked(request).startsWith("m") ? [wait(2_000), ...says("ok")] : remind(request)),
      tools: () => scheduleTools,
    });
    await house.say("Remind me");
    await house.pass(59_000);
    for (let n = 1; n <= 50; n++) await house.say(`m${n}`);
    await house.pass(300_000);
    expect(answers(house).at(-1)).toBe("assistant: Water the plants!");
    expect(house.store.schedule.list()).toEqual([]);
  });
});

describe("a conversation at rest", () => {
  it("has no alarm and is not woken", async () => {
    const house = new House();
    await house.say("Hello");
    await house.pass(30_000);
    const { alarmsFired } = house.machine;
    await house.pass(86_400_000);
    expect(house.machine.alarm).toBeNull();
    expect(house.machine.alarmsFired).toBe(alarmsFired);
  });

  it("has told what there was to tell: costs and messages, once", async () => {
    const house = new House();
    await house.say("Hello");
    await house.pass(30_000);
    expect(house.flushed).toMatchObject([
      {
        costs: [{ cost_usd: 0.01, usage: { input_tokens: 10 } }],
        messages: [{ role: "user" }, { role: "assistant" }],
      },
    ]);
    expect(house.store.sql.all("SELECT * FROM after_work")).toEqual([]);
  });

  it("told of each turn while the next one was still at work", async () => {
    const house = new House({
      model: (_request, n) => (n === 1 ? says("Quick.") : [wait(600_000), ...says("Slow.")]),
    });
    await house.say("One");
    await house.say("Two");
    await house.pass(10_000);
    expect(house.flushed).toMatchObject([{ costs: [{ cost_usd: 0.01 }] }]);
  });

  it("tells it also when D1 was away at first", async () => {
    let tries = 0;
    const house = new House({
      services: (base) => ({
        flush: (batch) => (++tries < 4 ? Promise.reject(new Error("away")) : base.flush(batch)),
      }),
    });
    await house.say("Hello");
    await house.pass(120_000);
    expect(house.flushed).toHaveLength(1);
    expect(house.store.sql.all("SELECT * FROM after_work")).toEqual([]);
  });

  it("has written a short turn in three commits, and two more for what follows it", async () => {
    let commits = 0;
    const house = new House({ model: () => [text("Hi"), text(" there"), ...says(".")] });
    await house.reader.connect();
    house.machine.onCommit = () => {
      commits += 1;
    };
    await house.say("Hello");
    await house.pass(30_000);
    expect(commits).toBeLessThanOrEqual(5);
  });
});

describe("a conversation that is deleted while it answers", () => {
  it("comes to rest first, and the monitor forgets it", async () => {
    const house = new House({ model: () => SLOW });
    await house.say("One");
    await house.say("Two");
    await house.pass(1_000);
    const { awake } = house.machine;
    await house.machine.request((hot) => void hot.stop());
    await house.pass();
    expect(house.requests).toHaveLength(1);
    expect(awake?.live.current).toBeNull();
    expect(house.told.at(-1)).toBeNull();
  });

  it("has told what it cost before it is gone, and tells nothing after", async () => {
    let written: () => void = () => undefined;
    const house = new House({
      services: (base) => ({
        flush: async (batch) => {
          await new Promise<void>((resolve) => {
            written = resolve;
          });
          return base.flush(batch);
        },
      }),
    });
    await house.say("Hello");
    const gone: Promise<void>[] = [];
    await house.machine.request((hot) => void gone.push(hot.stop()));
    await house.pass(30_000);
    expect(await Promise.race([...gone, "not yet"])).toBe("not yet");
    written();
    await Promise.all(gone);
    expect(house.flushed).toMatchObject([{ costs: [{ cost_usd: 0.01 }] }]);
    await house.machine.request((hot) => hot.flush());
    expect(house.flushed).toHaveLength(1);
  });
});

describe("the words of a person", () => {
  it("are all of a burst, and none of what the system says", async () => {
    const heard: string[] = [];
    const listen = {
      ...THINK,
      run: async (_input: unknown, context: ToolContext) => {
        heard.push(context.user_text);
        return OK;
      },
    };
    const house = new House({
      model: (request) => (rounds(request) === 0 ? calls(["c1", "think", {}]) : says("ok")),
      tools: () => [listen],
    });
    await house.say("One", "1", CHAT);
    await house.say("Two", "2", CHAT);
    await house.pass();
    const source = { channel: "system" as const, sender: "schedule" };
    await house.receive({ type: "notice", key: "n1", source, text: "Visit https://evil.test" });
    await house.pass();
    expect(heard).toEqual(["One\nTwo", ""]);
  });
});
