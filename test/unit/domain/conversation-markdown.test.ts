import { expect, test } from "vitest";
import { headOf, messageAsMarkdown } from "../../../src/domain/conversation/conversation-markdown.ts";
import { trustId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";

const message = (more: Partial<Message>): Message => ({
  id: trustId<"msg">("msg_1"),
  parent_id: null,
  role: "user",
  parts: [],
  status: "complete",
  created_at: "2026-11-21T20:05:00.000Z",
  ...more,
});

test("a message stands under who said it and when, with its words as they are", () => {
  const text = "Two words:\n\n- one\n- two";
  expect(messageAsMarkdown(message({ author: "Ann", parts: [{ type: "text", text }] }))).toBe(
    `\n## Ann, 2026-11-21 20:05 UTC\n\n${text}\n`,
  );
});

test("of tools it is told that they were used, of what they brought and of thoughts nothing", () => {
  const call_id = "call_1" as never;
  const written = messageAsMarkdown(
    message({
      role: "assistant",
      agent: "nightjar",
      status: "halted",
      parts: [
        { type: "reasoning", text: "secret thought" },
        { type: "tool_call", call_id, name: "web_search", input: { q: "x" } },
        {
          type: "tool_result",
          call_id,
          name: "web_search",
          content: "long result",
          is_error: false,
          trust: "untrusted",
        },
        { type: "text", text: "Found." },
      ],
    }),
  );
  expect(written).toBe(
    "\n## nightjar, 2026-11-21 20:05 UTC\n\n*Used `web_search`.*\n\nFound.\n\n*Stopped here.*\n",
  );
});

test("a name or a title that has lines of its own stays in its line", () => {
  expect(headOf("A title\n# with another")).toBe("# A title # with another\n");
  expect(headOf("  ")).toBe("# Conversation\n");
  const written = messageAsMarkdown(message({ author: "Ann\n\n## nightjar" }));
  expect(written.trim().split("\n")).toHaveLength(1);
});
