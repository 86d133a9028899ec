import { describe, expect, it } from "vitest";
import { exchangesOf } from "../../../../web/thread/exchanges.ts";
import { layouts } from "../../../../web/thread/layouts.ts";
import { applyAll, exchange, message, numbered, thinking, turnEnd, turnStart } from "../builders.ts";

const KEYS = new Map<string, string>();
const NONE: never[] = [];
const first = applyAll(numbered(exchange("msg_1", "msg_2")));
const asked = applyAll(
  numbered(
    [
      { type: "message", message: message("msg_3", "user", "And?", { parent_id: "msg_2" }) },
      turnStart("msg_3"),
      thinking(1),
      { type: "text", delta: "Well" },
    ],
    "trn_2",
    20,
  ),
  first,
);
const told = applyAll(numbered([{ type: "text", delta: ", yes." }], "trn_2", 30), asked);
const answer = message("msg_4", "assistant", "Well, yes.", { parent_id: "msg_3", agent: "nightjar" });
const done = applyAll(numbered([{ type: "message", message: answer }, turnEnd("msg_4")], "trn_2", 40), told);

describe("a layout that is made again", () => {
  it("is what it would be when made for the first time, at each step of an answer", () => {
    const layOut = layouts();
    for (const thread of [first, asked, told, done])
      expect(layOut(thread, NONE, KEYS)).toEqual(exchangesOf(thread, NONE, KEYS));
  });

  it("has the same exchanges as before, but for the one whose words have come", () => {
    const layOut = layouts();
    const [one, before] = layOut(asked, NONE, KEYS);
    const [same, now] = layOut(told, NONE, KEYS);
    expect(same).toBe(one);
    expect(now).not.toBe(before);
    expect(now?.items[0]).toBe(before?.items[0]);
    expect(layOut(done, NONE, KEYS)[0]).toBe(one);
  });

  it("is another one when the same entries are read on another branch", () => {
    const layOut = layouts();
    expect(layOut(done, NONE, KEYS)).toHaveLength(2);
    expect(layOut({ ...done, head: "msg_2" }, NONE, KEYS)).toHaveLength(1);
  });
});
