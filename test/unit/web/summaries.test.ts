import { describe, expect, it } from "vitest";
import type { EventBody } from "../../../src/channels/web/wire.ts";
import type { Summary } from "../../../src/contract/conversations.ts";
import { activeBranch } from "../../../web/thread/branches.ts";
import { exchangesOf } from "../../../web/thread/exchanges.ts";
import { mayStand, standingOn } from "../../../web/thread/summaries.ts";
import type { Thread } from "../../../web/thread/thread.ts";
import { applyAll, exchange, message, numbered } from "./builders.ts";

const summary = (upto: string, messages: number): Summary => ({
  upto,
  messages,
  tokens_before: 900,
  tokens_after: 80,
  summary: `what was said up to ${upto}`,
});
const made = (upto: string, messages: number) =>
  ({ type: "compaction", ...summary(upto, messages) }) as EventBody;
const undone = (upto: string) => ({ type: "compaction_undone", upto }) as EventBody;
const talk = [
  ...exchange("msg_1", "msg_2"),
  ...exchange("msg_3", "msg_4", "msg_2"),
  ...exchange("msg_5", "msg_6", "msg_4"),
];
const marks = (thread: Thread) =>
  exchangesOf(thread, []).flatMap((one) =>
    one.items.flatMap((item) => (item.kind === "summary" ? item : [])),
  );

describe("a summary in a thread", () => {
  it("stands after the last message it is for", () => {
    const thread = applyAll(numbered([...talk, made("msg_2", 2)]));
    expect(marks(thread)).toEqual([{ kind: "summary", key: "summary:msg_2", summary: summary("msg_2", 2) }]);
    const first = exchangesOf(thread, [])[0]?.items.map((item) => item.kind);
    expect(first).toEqual(["person", "answer", "summary"]);
  });

  it("gives way to the next one, and comes back when that is taken back", () => {
    const both = applyAll(numbered([...talk, made("msg_2", 2), made("msg_4", 4)]));
    expect(marks(both).map((mark) => mark.key)).toEqual(["summary:msg_4"]);
    const one = applyAll(numbered([undone("msg_4")], null, both.seq + 1), both);
    expect(marks(one).map((mark) => mark.key)).toEqual(["summary:msg_2"]);
    const none = applyAll(numbered([undone("msg_2")], null, one.seq + 1), one);
    expect(marks(none)).toEqual([]);
  });

  it("is known once, though it was read with the view and is told again by a replay", () => {
    const thread = applyAll(numbered([...talk, made("msg_2", 2), made("msg_2", 2)]));
    expect(thread.summaries).toEqual([summary("msg_2", 2)]);
  });

  it("does not stand on a branch without that message", () => {
    const other = message("msg_7", "user", "Something else", { parent_id: "msg_2" });
    const thread = applyAll(numbered([...talk, made("msg_4", 4), { type: "message", message: other }]));
    const branch = activeBranch({ ...thread, head: "msg_7" });
    expect(standingOn(thread, branch)).toBeNull();
    expect(mayStand(thread, branch)).toBe(false);
  });

  it("can be taken back while the message it reaches to is on a page that is not loaded", () => {
    const thread = { ...applyAll(numbered([...talk, made("msg_0", 8)])), older: "msg_1" };
    expect(marks(thread)).toEqual([]);
    expect(mayStand(thread, activeBranch(thread))).toBe(true);
  });
});
