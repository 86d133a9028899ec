import { describe, expect, it } from "vitest";
import { askConversation } from "../../../durable-objects/stubs.ts";
import { trustId } from "../../../src/domain/ids.ts";
import type { Env } from "../../../src/env.ts";

const id = trustId<"cnv">("cnv_1");

/** A namespace whose stubs are numbered, so that it shows which one was asked. */
function namespace() {
  let made = 0;
  const CONVERSATION = { idFromName: (name: string) => name, get: () => ++made };
  return { CONVERSATION } as unknown as Pick<Env, "CONVERSATION">;
}

const failing = (fields: object, times: number) => {
  const asked: unknown[] = [];
  const ask = async (stub: unknown) => {
    asked.push(stub);
    if (asked.length <= times) throw Object.assign(new Error("reset"), fields);
    return "answer";
  };
  return { asked, ask };
};

describe("a conversation that is asked", () => {
  it.each([
    ["its code was replaced", { durableObjectReset: true }],
    ["the platform says so", { retryable: true }],
  ])("is asked again by a new stub when %s", async (_why, fields) => {
    const { asked, ask } = failing(fields, 1);
    expect(await askConversation(namespace(), id, ask)).toBe("answer");
    expect(asked).toEqual([1, 2]);
  });

  it.each([
    ["it is overloaded", { retryable: true, overloaded: true }],
    ["its own code failed", { remote: true }],
  ])("is not asked again when %s", async (_why, fields) => {
    const { asked, ask } = failing(fields, 1);
    await expect(askConversation(namespace(), id, ask)).rejects.toThrow("reset");
    expect(asked).toEqual([1]);
  });

  it("is asked twice at most", async () => {
    const { asked, ask } = failing({ retryable: true }, 2);
    await expect(askConversation(namespace(), id, ask)).rejects.toThrow("reset");
    expect(asked).toHaveLength(2);
  });
});
