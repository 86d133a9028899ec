import { describe, expect, test } from "vitest";
import { inboundOfFrame } from "../../../src/channels/web/inbound-of-frame.ts";
import { createIds } from "../../../src/domain/ids.ts";

const ids = createIds(
  () => 0,
  () => undefined,
);
const principal = { owner: "usr_ann", role: "member" as const, name: "Ann" };
const AUTHOR = { source: { channel: "web", sender: "usr_ann", sender_name: "Ann" }, actor: principal };
const decided = (decision: "allow_once" | "always" | "deny", reason?: string) =>
  inboundOfFrame({ type: "approve", call_id: "c1", decision, reason }, { principal }, ids);

describe("what a web client sent", () => {
  test("is a decision about the call, in the words of the inbox", () => {
    const base = { type: "decision", key: "answer:c1", call_id: "c1", ...AUTHOR };
    expect(decided("allow_once", "because")).toEqual({ ...base, decision: "once" });
    expect(decided("always")).toEqual({ ...base, decision: "always" });
    expect(decided("deny", "  ")).toEqual({ ...base, decision: "deny" });
    expect(decided("deny", " too dear ")).toEqual({ ...base, decision: "deny", reason: "too dear" });
  });

  test("is an answer to the call, word for word", () => {
    expect(
      inboundOfFrame(
        { type: "answer", call_id: "c1", text: "deny: no" },
        { principal, channel: "http" },
        ids,
      ),
    ).toEqual({
      type: "tool_result",
      key: "answer:c1",
      call_id: "c1",
      content: "deny: no",
      actor: principal,
      source: { ...AUTHOR.source, channel: "http" },
    });
  });
});
