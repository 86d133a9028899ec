/** Messages that no memory keeps, with the answers to them. */
import { expect, test } from "vitest";
import { type Message, rememberable } from "../../../src/domain/message.ts";

function message(id: string, parent_id: string | null, more: Partial<Message> = {}): Message {
  const parts: Message["parts"] = [{ type: "text", text: id }];
  const created_at = "2026-01-01T00:00:00Z";
  return { id, parent_id, role: "user", parts, status: "complete", created_at, ...more } as Message;
}

const HIDDEN: Message["parts"] = [{ type: "text", text: "Hi", is_unremembered: true }];

test("an unremembered message and its answer are left out, and what comes after is kept", () => {
  const asked = message("m1", null, { parts: HIDDEN });
  const answer = message("m2", "m1", { role: "assistant" });
  const next = message("m3", "m2");
  expect(rememberable([asked, answer, next]).map(({ id }) => id)).toEqual(["m3"]);
  expect(rememberable([answer], () => asked)).toEqual([]);
  expect(rememberable([answer])).toEqual([answer]);
});
