/** The conversation as a call follows it: which answers are spoken, who asked for them, and what others say. */
import { expect, it } from "vitest";
import type { Right } from "../../../../src/domain/principal.ts";
import { openAsks } from "../../../../web/chat/voice/call/asks/open-asks.ts";
import { follower } from "../../../../web/chat/voice/call/followed.ts";
import { exchangesOf } from "../../../../web/thread/exchanges.ts";
import type { Thread } from "../../../../web/thread/thread.ts";
import { applyAll, message, numbered, turnEnd, turnStart } from "../builders.ts";

const ANN = { owner: "psn_ann", name: "Ann" };
const viewOf = (thread: Thread) => ({
  exchanges: exchangesOf(thread, []),
  turn: thread.turns.at(-1) ?? null,
  children: new Map(),
});

function saidBy(owner: string, name: string): Thread {
  const said = message("msg_1", "user", "Who knows Dakar?", { author: name, author_id: owner });
  return applyAll([
    ...numbered([{ type: "message", message: said }], null),
    ...numbered([turnStart("msg_1", { agent: "bart" }), { type: "text", delta: "I do." }], "trn_1", 2),
  ]);
}

it("an answer to somebody else is theirs, and their words are shown with their name", () => {
  const own = follower(() => ANN)(viewOf(saidBy("psn_ann", "Ann")));
  expect([own.isOwnTurn, own.answers[0]?.isOwn, own.others]).toEqual([true, true, null]);
  const theirs = follower(() => ANN)(viewOf(saidBy("psn_ben", "Ben")));
  expect([theirs.isOwnTurn, theirs.answers[0]?.isOwn]).toEqual([false, false]);
  expect(theirs.others).toEqual({ author: "Ben", text: "Who knows Dakar?" });
});

it("another answer to the same message is there to be read, and only the first one is spoken", () => {
  const follow = follower(() => ANN);
  const first = saidBy("psn_ann", "Ann");
  expect(follow(viewOf(first)).answers.map(({ text }) => text)).toEqual(["I do."]);
  const answer = message("msg_2", "assistant", "I do.", { parent_id: "msg_1", agent: "bart" });
  const stored = applyAll(
    numbered([{ type: "message", message: answer }, turnEnd("msg_2")], "trn_1", 4),
    first,
  );
  const second = applyAll(
    numbered(
      [turnStart("msg_1", { agent: "bart", model: "b/two" }), { type: "text", delta: "Not I." }],
      "trn_2",
      6,
    ),
    stored,
  );
  expect(follow(viewOf(second)).answers.map(({ text }) => text)).toEqual([]);
});

it("a question is read to whom it is put and to who may decide, an approval to these alone", () => {
  const ask = (type: "question" | "approval") =>
    type === "question"
      ? { type, call_id: "c1", question: "Which?", options: [] }
      : { type, call_id: "c1", tool: "write", input: {}, reason: "It asks." };
  const read = (type: "question" | "approval", rights: Right[], owner = "psn_ann") => {
    const start = { type: "tool_start", call_id: "c1", name: "write", input: {} };
    const thread = applyAll(numbered([start, ask(type)], "trn_1", 4), saidBy(owner, "Somebody"));
    const view = viewOf(thread);
    const { isOwnTurn } = follower(() => ANN)(view);
    return openAsks(view, { agent: "bart", rights, isOwnTurn }).length;
  };
  expect([read("question", ["read", "say"]), read("approval", ["read", "say"])]).toEqual([1, 0]);
  expect([
    read("question", ["read", "say"], "psn_ben"),
    read("question", ["read", "decide"], "psn_ben"),
  ]).toEqual([0, 1]);
  expect(read("approval", ["read", "decide"], "psn_ben")).toBe(1);
});
