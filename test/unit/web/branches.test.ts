import { describe, expect, it } from "vitest";
import type { ConversationView } from "../../../src/contract/conversations.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import type { ListedMessage } from "../../../web/api/conversations/conversations.ts";
import { activeBranch, withOlder } from "../../../web/thread/branches.ts";
import { belongTogether, threadFrom, withPage } from "../../../web/thread/load.ts";
import { mergeThreads } from "../../../web/thread/merge.ts";
import type { Thread } from "../../../web/thread/thread.ts";
import { applyAll, exchange, message, numbered, turnEnd, turnStart } from "./builders.ts";

const ids = (thread: Thread) => activeBranch(thread).map((entry) => entry.message.id);
const siblings = (thread: Thread, id: string) => thread.entries.get(id)?.siblings;
const first = exchange("msg_1", "msg_2");
const both = [...first, ...exchange("msg_3", "msg_4", "msg_2")];

function view(over: Partial<ConversationView>): ConversationView {
  return { seq: 0, head: null, title: "", summaries: [], ...over } as ConversationView;
}

describe("branches", () => {
  it("follow the parents from the head", () => {
    expect(ids(applyAll(numbered(both)))).toEqual(["msg_1", "msg_2", "msg_3", "msg_4"]);
  });

  it("leave what came after the fork when a message is sent again", () => {
    const thread = applyAll(numbered([...both, ...exchange("msg_5", "msg_6", "msg_2")]));
    expect(ids(thread)).toEqual(["msg_1", "msg_2", "msg_5", "msg_6"]);
    expect(siblings(thread, "msg_5")).toEqual(["msg_3", "msg_5"]);
    expect(siblings(thread, "msg_3")).toEqual(["msg_3", "msg_5"]);
  });

  it("close over a message that was deleted, at the end, in the middle and among alternatives", () => {
    const deleted = (message_id: string, parent_id: string | null) =>
      ({ type: "deleted", message_id, parent_id }) as EventBody;
    expect(ids(applyAll(numbered([...both, deleted("msg_2", "msg_1")])))).toEqual([
      "msg_1",
      "msg_3",
      "msg_4",
    ]);
    expect(ids(applyAll(numbered([...both, deleted("msg_4", "msg_3")])))).toEqual([
      "msg_1",
      "msg_2",
      "msg_3",
    ]);
    const edited = [...both, ...exchange("msg_5", "msg_6", "msg_2"), deleted("msg_3", "msg_2")];
    expect(siblings(applyAll(numbered(edited)), "msg_5")).toEqual(["msg_5"]);
  });

  it("go on with what another agent has said before the answer above it was stored", () => {
    const asked = message("msg_1", "user", "Ask them both");
    const early = message("msg_3", "assistant", "Done", { parent_id: "msg_2" });
    const later = message("msg_4", "assistant", "Done too", { parent_id: "msg_3" });
    const answer = message("msg_2", "assistant", "I have passed it on", { parent_id: "msg_1" });
    const running = applyAll(
      numbered([
        { type: "message", message: asked },
        turnStart("msg_1"),
        { type: "message", message: early },
        { type: "message", message: later },
      ]),
    );
    expect(ids(running)).toEqual(["msg_1"]);
    const done = applyAll(
      numbered([{ type: "message", message: answer }, turnEnd("msg_2")], "trn_1", 9),
      running,
    );
    expect(ids(done)).toEqual(["msg_1", "msg_2", "msg_3", "msg_4"]);
  });

  it("leave the answer that is made again as soon as the turn begins", () => {
    const running = applyAll(numbered([...first, turnStart("msg_1")]));
    expect(ids(running)).toEqual(["msg_1"]);
    const again = message("msg_9", "assistant", "better", { parent_id: "msg_1" });
    const done = applyAll(
      numbered([{ type: "message", message: again }, turnEnd("msg_9")], "trn_1", 9),
      running,
    );
    expect(ids(done)).toEqual(["msg_1", "msg_9"]);
    expect(siblings(done, "msg_9")).toEqual(["msg_2", "msg_9"]);
  });

  it("begin anew where a first message is sent again", () => {
    const thread = applyAll(numbered([...first, ...exchange("msg_7", "msg_8", null)]));
    expect(ids(thread)).toEqual(["msg_7", "msg_8"]);
    expect(siblings(thread, "msg_7")).toEqual(["msg_1", "msg_7"]);
  });

  it("show a message that hangs below an answer which is still being made", () => {
    const waiting = message("msg_3", "user", "and this?", { parent_id: "msg_2" });
    const running = applyAll(numbered([...first.slice(0, 4), { type: "message", message: waiting }]));
    expect(ids(running)).toEqual(["msg_1", "msg_3"]);
    const answered = applyAll(
      numbered(
        [
          { type: "message", message: message("msg_2", "assistant", "done", { parent_id: "msg_1" }) },
          turnEnd("msg_2"),
        ],
        "trn_1",
        6,
      ),
      running,
    );
    expect(ids(answered)).toEqual(["msg_1", "msg_2", "msg_3"]);
  });

  it("take an older page in front", () => {
    const listed = (id: string, parent_id: string | null): ListedMessage =>
      message(id, "user", id, { parent_id }) as ListedMessage;
    const opened = threadFrom(view({ head: "msg_4", seq: 9 }), {
      items: [listed("msg_3", "msg_2"), listed("msg_4", "msg_3")],
      next_cursor: "msg_3",
    });
    expect(ids(opened)).toEqual(["msg_3", "msg_4"]);
    const whole = withOlder(opened, [listed("msg_1", null), listed("msg_2", "msg_1")], null);
    expect(ids(whole)).toEqual(["msg_1", "msg_2", "msg_3", "msg_4"]);
    expect(whole.older).toBeNull();
    expect(whole.seq).toBe(9);
  });

  it("have the notices of their pages in place, each once, also when they are read anew", () => {
    const notice = (seq: number, after: string | null) =>
      ({ seq, after, level: "info", text: `Told ${seq}` }) as const;
    const items = [message("msg_1", "user", "a"), message("msg_2", "assistant", "b", { parent_id: "msg_1" })];
    const page = { items: items as ListedMessage[], next_cursor: "msg_1" };
    const fresh = threadFrom(view({ head: "msg_2", seq: 7 }), { ...page, notices: [notice(4, "msg_2")] });
    const again = threadFrom(view({ head: "msg_2", seq: 9 }), {
      ...page,
      notices: [notice(4, "msg_2"), notice(8, "msg_2"), notice(12, "msg_2")],
    });
    const older = withPage(mergeThreads(fresh, again), {
      items: [message("msg_0", "user", "z") as ListedMessage],
      next_cursor: null,
      notices: [notice(2, null)],
    });
    expect(older.asides.map(({ key, after }) => [key, after])).toEqual([
      ["notice:2", null],
      ["notice:4", "msg_2"],
      // What came after the view is told by the socket.
      ["notice:8", "msg_2"],
    ]);
  });

  it("show a notice once where its answer was watched", () => {
    const notice = { seq: 5, after: "msg_1", level: "info", text: "Two answers instead." } as const;
    const items = [message("msg_1", "user", "a"), message("msg_2", "assistant", "b", { parent_id: "msg_1" })];
    const page = { items: items as ListedMessage[], next_cursor: null, notices: [notice] };
    const fresh = threadFrom(view({ head: "msg_2", seq: 9 }), page);
    expect(fresh.asides).toMatchObject([{ key: "notice:5" }]);
    const { level, text, seq } = notice;
    const segments = [{ kind: "notice", key: `notice:${seq}`, level, text }] as const;
    const watched = { turn_id: "trn_1", model: "", recalled: [], segments };
    const entry = fresh.entries.get("msg_2");
    if (!entry) throw new Error("no answer");
    const shown = { ...fresh, entries: new Map(fresh.entries).set("msg_2", { ...entry, watched }) };
    expect(mergeThreads(shown, fresh).asides).toEqual([]);
  });

  it("know a page that was read before the view it came with", () => {
    const page = { items: [message("msg_1", "user", "a") as ListedMessage], next_cursor: null };
    expect(belongTogether(view({ head: "msg_1" }), page)).toBe(true);
    expect(belongTogether(view({ head: "msg_2" }), page)).toBe(false);
    expect(belongTogether(view({ head: null }), page)).toBe(true);
  });

  it("keep pages and timings when the conversation is read anew", () => {
    const shown = { ...applyAll(numbered(both)), older: null };
    const fresh = threadFrom(view({ head: "msg_4", seq: 40 }), {
      items: [
        message("msg_3", "user", "c", { parent_id: "msg_2" }),
        message("msg_4", "assistant", "d", { parent_id: "msg_3" }),
      ] as ListedMessage[],
      next_cursor: "msg_3",
    });
    const merged = mergeThreads(shown, fresh);
    expect(ids(merged)).toEqual(["msg_1", "msg_2", "msg_3", "msg_4"]);
    expect(merged.older).toBeNull();
    expect(merged.seq).toBe(40);
    expect(merged.entries.get("msg_4")?.watched?.end?.duration_ms).toBe(1500);
    expect(merged.entries.get("msg_4")?.message.parts).toEqual([{ type: "text", text: "d" }]);
  });

  it("do not join what has nothing in common with it", () => {
    const fresh = threadFrom(view({ head: "msg_90" }), {
      items: [message("msg_90", "user", "x", { parent_id: "msg_89" }) as ListedMessage],
      next_cursor: "msg_90",
    });
    expect(mergeThreads(applyAll(numbered(first)), fresh).older).toBe("msg_90");
  });
});
