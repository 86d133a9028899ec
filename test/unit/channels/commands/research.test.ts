/** /plan: the research of a conversation, seen and steered from a chat. */
import { expect, test } from "vitest";
import type { CommandCall, CommandServices } from "../../../../src/channels/commands/command.ts";
import { plan } from "../../../../src/channels/commands/research.ts";
import type { CurrentResearch, Steering } from "../../../../src/channels/commands/research-run.ts";
import { wordsIn } from "../../../../src/domain/text/translated/in-language.ts";

const WAITING: CurrentResearch = {
  question: "What do nightjars eat?",
  state: "waiting",
  steps: [
    { id: "p1", question: "Which insects?", state: "done" },
    { id: "p3", question: "When do they hunt?", state: "open" },
  ],
  clarification: null,
  sources: 2,
  notes: 5,
  spent_usd: 0.25,
  ceiling_usd: 2,
  steer: async () => ({ ok: true, value: true }),
};

async function said(words: string, run: Partial<CurrentResearch> | undefined = {}) {
  const done: Steering[] = [];
  const steer = async (steering: Steering) => {
    done.push(steering);
    return { ok: true, value: true } as const;
  };
  const services = { research: async () => run && { ...WAITING, steer, ...run } } as CommandServices;
  const call: CommandCall = {
    words,
    services,
    source: { channel: "telegram", sender: "7", thread: "7" },
    who: { owner: "psn_mona", role: "member", name: "Mona" },
    say: wordsIn("en"),
  };
  return { answer: await plan.run(call), done };
}

test("the plan is shown with its steps, what was found and what it cost", async () => {
  const { answer } = await said("");
  expect(answer).toContain("**What do nightjars eat?**\nwaiting for you: 2 sources, 5 notes, $0.25 / $2.00");
  expect(answer).toContain("1. Which insects? ✓\n2. When do they hunt?");
  expect(answer).toContain("`/plan go` starts it");
});

test.each<[string, Steering]>([
  ["go", { do: "go", answer: null }],
  ["go European ones", { do: "go", answer: "European ones" }],
  ["halt", { do: "halt" }],
  ["resume", { do: "resume" }],
  ["renew", { do: "renew" }],
  ["add Where do they winter?", { do: "add", question: "Where do they winter?" }],
  ["strike 2", { do: "strike", id: "p3" }],
  ["reword 2 At what hour do they hunt?", { do: "reword", id: "p3", question: "At what hour do they hunt?" }],
])("/plan %s", async (words, steering) => {
  expect((await said(words)).done).toEqual([steering]);
});

test("what names no step, or nothing that can be done, says so and changes nothing", async () => {
  expect(await said("strike 3")).toEqual({
    answer: "The plan has no step with that number. Write `/plan` to see it.",
    done: [],
  });
  for (const words of ["strike", "strike two", "add", "reword 1", "dance"]) {
    const { answer, done } = await said(words);
    expect(answer).toContain("Write `/plan` to see the research.");
    expect(done).toEqual([]);
  }
});

test("a refusal is told, and so is that there is no research", async () => {
  const failure = { error: "conflict", reason: "This research has ended." } as const;
  const { answer } = await said("halt", { steer: async () => ({ ok: false, failure }) });
  expect(answer).toBe("This research has ended.");
  const services = { research: async () => undefined } as unknown as CommandServices;
  const call = { words: "", services, say: wordsIn("en") } as CommandCall;
  expect(await plan.run(call)).toContain("There's no research of yours here.");
});
