import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { Message } from "../../../src/domain/message.ts";
import { askUserTool } from "../../../src/tools/ask-user.ts";
import { defineTool, trustedResult } from "../../../src/tools/define-tool.ts";
import { partsAreWhole } from "../../chaos/invariants.ts";
import type { Fate } from "../../support/machine/machine.ts";
import {
  asked,
  ConversationRig,
  calls,
  type Move,
  rounds,
  says,
  text,
  wait,
} from "../../support/machine/rig.ts";

/** Says something, reads, pays, asks, waits for an approval, and ends: a turn with every boundary there is. */
function script(request: ModelRequest): Move[] {
  if (asked(request) !== "first") return [wait(20), text(`re: ${asked(request)}`), ...says()];
  const steps: Move[][] = [
    [wait(20), text("Let me "), wait(20), text("see. "), ...calls(["c1", "look", LOOK], ["c2", "pay", PAY])],
    [wait(20), ...calls(["c3", "note", LOOK], ["c4", "ask_user", { question: "Red or blue?" }])],
    [wait(20), ...calls(["c5", "wire", PAY])],
    [wait(20), text("All "), wait(20), text("done."), ...says()],
  ];
  return steps[rounds(request)] ?? says("too far");
}

const LOOK = { what: "the door" };
const PAY = { what: "the bill" };

/** What happened out there: each call by its key. */
class Effects {
  readonly counts = new Map<string, number>();

  tools({ machine }: ConversationRig): Tool[] {
    const make = (name: string, effect: "read" | "idempotent" | "once") =>
      defineTool({
        name,
        description: name,
        schema: z.object({ what: z.string() }),
        effect,
        reach: "inside",
        run: ({ what }, { idempotency_key }) =>
          new Promise((resolve) => {
            const { life } = machine;
            const arrive = () => {
              this.counts.set(
                `${name} ${idempotency_key}`,
                (this.counts.get(`${name} ${idempotency_key}`) ?? 0) + 1,
              );
              machine.timeline.after(15, () =>
                machine.inLife(life, () => resolve(trustedResult(`${name} ${what}`))),
              );
            };
            machine.send(() => machine.timeline.after(15, arrive));
          }),
      });
    return [
      make("look", "read"),
      make("note", "idempotent"),
      make("pay", "once"),
      make("wire", "once"),
      askUserTool,
    ];
  }

  most(name: string): number {
    return Math.max(0, ...[...this.counts].flatMap(([key, n]) => (key.startsWith(name) ? [n] : [])));
  }
}

interface Run {
  rig: ConversationRig;
  effects: Effects;
  events: number;
}

/** Two messages, one question answered, one call allowed; the machine dies in event number `at`. */
async function live(at: number, fate: Fate): Promise<Run> {
  const effects = new Effects();
  let events = 0;
  const rig: ConversationRig = new ConversationRig({
    model: script,
    tools: (own) => effects.tools(own),
    rules: { wire: "ask" },
    outage: 500,
    fate: () => (++events === at ? fate : "goes on"),
  });
  const insist = async (what: () => Promise<unknown>): Promise<void> => {
    try {
      await what();
    } catch {
      // Dark: again, with the same key, as any client does.
      rig.timeline.after(200, () => insist(what));
    }
  };
  const answered = new Set<string>();
  const look = async () => {
    if (!rig.reader.isConnected) await rig.reader.connect();
    for (const event of rig.reader.events) {
      if ((event.type !== "question" && event.type !== "approval") || answered.has(event.call_id)) continue;
      answered.add(event.call_id);
      const { call_id, type } = event;
      await insist(() =>
        type === "question" ? rig.answer(call_id, "blue") : rig.decide(call_id, { decision: "once" }),
      );
    }
    rig.timeline.after(100, look);
  };
  await insist(() => rig.say("first"));
  await insist(() => rig.say("second"));
  rig.timeline.after(10, look);
  await rig.pass(20_000);
  return { rig, effects, events };
}

function resultOf(message: Message | undefined, name: string): string {
  const found = message?.parts.find((part) => part.type === "tool_result" && part.name === name);
  return found?.type === "tool_result" ? found.content : "nothing";
}

describe("killed at any moment of a turn", async () => {
  const whole = await live(0, "goes on");

  it("(a turn that nobody interrupts passes nineteen of them or more)", () => {
    expect(whole.events).toBeGreaterThanOrEqual(19);
    expect(whole.rig.said()).toEqual([
      "user: first",
      "assistant: Let me see. All done.",
      "user: second",
      "assistant: re: second",
    ]);
  });

  for (const fate of ["dies before the commit", "dies after the commit"] as const) {
    it(`when it ${fate}: one final answer each, in order, and nothing done twice`, async () => {
      const interrupted = new Set<string>();
      for (let at = 1; at <= whole.events; at++) {
        const { rig, effects } = await live(at, fate);
        const [, first, , second] = rig.messages();
        const where = `event ${at}`;
        expect(rig.said(), where).toEqual(whole.rig.said());
        expect(rig.store.turns.open(), where).toEqual([]);
        for (const name of ["pay", "wire"]) {
          const result = resultOf(first, name);
          expect(effects.most(name), where).toBeLessThanOrEqual(1);
          expect(result, where).toMatch(/^(pay|wire) the bill$|^interrupted: outcome unknown/);
          if (result.startsWith(name)) expect(effects.most(name), where).toBe(1);
          else {
            // What had not begun is made after all.
            expect(effects.most(name), where).toBe(1);
            interrupted.add(name);
          }
        }
        expect(resultOf(first, "ask_user"), where).toBe("blue");
        for (const message of [first, second]) if (message) partsAreWhole(message);
        const ends = rig.reader.events.filter((event) => event.type === "turn_end");
        expect(ends, where).toHaveLength(2);
        const late = rig.follow("late");
        await late.connect();
        expect(late.events.at(-1)?.seq, where).toBe(rig.reader.events.at(-1)?.seq);
      }
      expect([...interrupted].sort()).toEqual(["pay", "wire"]);
    });
  }

  it("sleeps when all is done, whenever it was killed", async () => {
    const { rig } = await live(25, "dies after the commit");
    const { alarmsFired } = rig.machine;
    await rig.pass(3_600_000);
    expect(rig.machine.alarmsFired).toBe(alarmsFired);
  });
});
