import { describe, expect, test } from "vitest";
import type { Passage } from "../../../src/memory/ports/model.ts";
import { withoutRecitations } from "../../../src/memory/read/recitation.ts";

let count = 0;

function passage(speaker: string, text: string, over: Partial<Passage> = {}): { passage: Passage } {
  count += 1;
  const role = speaker === "Nightjar" ? "assistant" : "user";
  const place = {
    id: count,
    scope: "person" as const,
    trust: "trusted" as const,
    source: "cnv_1",
    key: `msg_${count}`,
    ordinal: count,
  };
  const said_at = Date.UTC(2026, 10, 20);
  return {
    passage: { ...place, kind: "turn", session: "", agent: "", speaker, role, said_at, text, ...over },
  };
}

const ann = (text: string) => passage("Ann", text);
const agent = (text: string) => passage("Nightjar", text);
const kept = (...hits: { passage: Passage }[]) => withoutRecitations(hits).map((hit) => hit.passage.text);

const TEAL = "remember that my favourite colour is teal";

describe("an agent's answer that only repeats what was told", () => {
  test.each([
    ["in its words", "From what I remember: my favourite colour is teal."],
    ["turned round", "You told me that teal is your favourite colour!"],
    ["with who said it, and when", `From what I remember: Ann: ${TEAL} (2026-11-20)`],
    ["out of such an answer", `From what I remember: Nightjar: From what I remember: ${TEAL} (2026-11-20)`],
    ["as a confirmation", "I will remember that: my favourite colour is teal."],
  ])("%s is no memory", (_how, answer) => {
    expect(kept(agent(answer), ann(TEAL))).toEqual([TEAL]);
  });

  test("out of two memories is none either", () => {
    const told = [ann("My dog is called Rufus"), ann(TEAL)];
    expect(kept(...told, agent("Your favourite colour is teal. Your dog is called Rufus."))).toEqual([
      "My dog is called Rufus",
      TEAL,
    ]);
  });

  test("is none where the person's words stand in the conversation itself", () => {
    expect(withoutRecitations([agent("Your favourite colour is teal.")], [ann(TEAL)])).toEqual([]);
  });

  test("is known for one in a script without spaces", () => {
    expect(kept(agent("我最喜欢的颜色是蓝色"), ann("请记住我最喜欢的颜色是蓝色"))).toEqual([
      "请记住我最喜欢的颜色是蓝色",
    ]);
  });

  test("stays, once, where nobody else says it any more", () => {
    const answers = [
      "From what I remember: the boat is blue.",
      "From what I remember: Nightjar: the boat is blue.",
    ];
    expect(kept(...answers.map(agent))).toEqual(answers.slice(0, 1));
  });
});

describe("an answer that tells something is a memory", () => {
  test.each([
    ["what the question only asks for", "What is my favourite colour?", "Your favourite colour is teal."],
    ["another number", "The train leaves at 9 on Monday", "The train leaves at 10 on Monday."],
    ["a no", "The shop opens on Sunday", "The shop does not open on Sunday."],
    ["one thing more", TEAL, "Your favourite colour is teal. I ordered the paint."],
    ["a day that nobody spoke on", "The meeting is in May", "The meeting is on 2027-05-04."],
  ])("%s", (_what, told, answer) => {
    expect(kept(ann(told), agent(answer))).toEqual([told, answer]);
  });

  test("and so is all that people, notes and files say, however often", () => {
    const note = passage("", "my favourite colour is teal", { kind: "memory", role: "" });
    expect(kept(ann(TEAL), note, ann("Teal is my favourite colour"))).toHaveLength(3);
  });
});
