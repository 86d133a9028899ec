import { expect, it } from "vitest";
import { readAnswer, readDecision, readReason } from "../../../src/cli/terminal/questions.mjs";
import { oneLine } from "../../../src/cli/terminal/safe-text.mjs";
import { TurnView } from "../../../src/cli/terminal/turn-view.mjs";
import type { EventBody } from "../../../src/domain/events.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { eventsOfTurn, question, turnEnd } from "./events.ts";

function showAll(bodies: EventBody[]) {
  let answer = "";
  let aside = "";
  const view = new TurnView(
    { write: (text: string) => (answer += text) },
    { write: (text: string) => (aside += text) },
  );
  for (const event of eventsOfTurn(bodies)) view.show(event);
  return { answer, aside };
}

it("keeps the answer apart from what is said about it", () => {
  const call_id = trustId<"call">("call_1");
  expect(
    showAll([
      { type: "tool_start", call_id, name: "calculate", input: { expression: "17 * 23" } },
      { type: "tool_result", call_id, name: "calculate", result: "no", is_error: true },
      { type: "text", delta: "It is " },
      { type: "text", delta: "391." },
      { type: "notice", level: "warning", text: "a fallback model answers" },
      turnEnd("halted"),
    ]),
  ).toEqual({
    answer: "It is 391.\n",
    aside:
      '· calculate {"expression":"17 * 23"}\n· calculate failed: no\na fallback model answers\n[halted]\n',
  });
});

it("calls what its reader denied denied, not failed", () => {
  const call_id = trustId<"call">("call_1");
  const refused = {
    type: "tool_result",
    call_id,
    name: "pay",
    result: "for the model",
    is_error: true,
  } as const;
  const shown = showAll([
    { ...refused, denied: { by: "person", reason: "too dear" } },
    { ...refused, denied: { by: "person" } },
    { ...refused, denied: { by: "time" } },
  ]);
  expect(shown.aside).toBe(
    "· pay denied by you: too dear\n· pay denied by you\n· pay was not allowed in time\n",
  );
});

it("says that a part of the answer is void, and begins it on a new line", () => {
  const shown = showAll([
    { type: "text", delta: "half" },
    { type: "reset", from_step: 1 },
    { type: "text", delta: "whole" },
    turnEnd("completed"),
  ]);
  expect(shown).toEqual({
    answer: "half\nwhole\n",
    aside: "[interrupted: this part of the answer begins again]\n",
  });
});

it("lists the options of a question", () => {
  expect(showAll([question]).aside).toBe("Which?\n  1. red\n  2. blue\n");
});

it("passes no terminal command on that a model wrote", () => {
  const shown = showAll([
    { type: "text", delta: "\u001b]0;owned\u0007\u001b[2Jhi\u009b31m\tthere\n" },
    { type: "notice", level: "info", text: "a\u001b[1mb" },
    { type: "tool_start", call_id: trustId<"call">("call_1"), name: "x\u001b]0;owned\u0007", input: {} },
  ]);
  expect(shown).toEqual({ answer: "]0;owned[2Jhi31m\tthere\n", aside: "a[1mb\n· x]0;owned {}\n" });
});

it("cuts a long line", () => {
  expect(oneLine("one\n two  three", 7)).toBe("one tw…");
});

it("reads a number as the option, and anything else as the answer", () => {
  expect(["2", " 3 ", "red, please"].map((typed) => readAnswer(typed, ["red", "blue"]))).toEqual([
    "blue",
    "3",
    "red, please",
  ]);
});

it("takes what follows a no as the reason", () => {
  const typed = ["no, too dear", "n: it is\nlate", "no", "nothing", "yes, please"];
  expect(typed.map(readDecision)).toEqual(["deny", "deny", "deny", undefined, undefined]);
  expect(typed.map(readReason)).toEqual(["too dear", "it is\nlate", undefined, undefined, undefined]);
});

it("takes only a plain yes or no for an approval", () => {
  expect(["y", "Always", "no", "", "maybe"].map(readDecision)).toEqual([
    "allow_once",
    "always",
    "deny",
    undefined,
    undefined,
  ]);
});
