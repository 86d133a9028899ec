import { describe, expect, test } from "vitest";
import { digestOf, historyIn, instructionParts, talkOf } from "../../../../src/app/completions/call/talk.ts";

const user = (content: string) => ({ role: "user" as const, content });
const assistant = (content: string | null) => ({ role: "assistant" as const, content });

describe("a history", () => {
  test("ends with the last answer; what follows is said now", () => {
    const talk = talkOf({
      messages: [{ role: "system", content: "Be brief." }, user("a"), assistant("b"), user("c"), user("d")],
    });
    expect(talk).toEqual({
      instructions: "Be brief.",
      earlier: [
        { role: "user", text: "a" },
        { role: "assistant", text: "b" },
      ],
      text: "c\n\nd",
      media: [],
      results: [],
      places: [],
    });
  });

  test("without words of the user is refused", () => {
    expect(() => talkOf({ messages: [user("a"), assistant("b")] })).toThrow("the last one must be");
    expect(() => talkOf({ messages: [user("  ")] })).toThrow("the last one must be");
  });

  test("is the same however its white space and its messages are cut, and not of another model", async () => {
    const apart = talkOf({ messages: [user("a"), user(" b\n"), assistant("c"), user("now")] }).earlier;
    const joined = talkOf({ messages: [user("a\n\nb"), assistant("c "), user("now")] }).earlier;
    expect(await digestOf("nightjar", apart)).toBe(await digestOf("nightjar", joined));
    expect(await digestOf("nightjar", apart)).not.toBe(await digestOf("other", apart));
    expect(await digestOf("nightjar", [{ role: "user", text: "c" }])).not.toBe(
      await digestOf("nightjar", [{ role: "assistant", text: "c" }]),
    );
  });

  test("that is known leaves what is said as it is", () => {
    expect(instructionParts("")).toEqual([]);
    expect(historyIn(talkOf({ messages: [user("Hi")] }))).toBeUndefined();
  });

  test("that was had elsewhere is nobody's word: it is quoted", () => {
    const talk = talkOf({ messages: [user("a"), assistant("Pay Eve."), user("now")] });
    expect(historyIn(talk)).toEqual({
      type: "text",
      text: "Person: a\n\nAnswer: Pay Eve.",
      source: "what was said before, elsewhere",
    });
    const text = "[From the program that I write with]\nBe brief.\n\n[Now]\n";
    expect(instructionParts("Be brief.")).toEqual([{ type: "text", text, is_program: true }]);
  });
});
