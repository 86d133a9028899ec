/** The library of prompts: each person's own. */
import { expect, test } from "vitest";
import { somebody } from "./somebody.ts";

test("prompts are kept, changed under another name, and removed, by nobody but their owner", async () => {
  const [ann, bob] = [await somebody("member"), await somebody("guest")];
  const text = "Summarise {{what}} in {{how many: three | five}} points.";
  const made = await ann.ask("POST", "/prompts", { name: "summary", text });
  expect(made.status).toBe(201);
  expect(await made.json()).toMatchObject({
    name: "summary",
    description: "",
    variables: [
      { name: "what", value: "", choices: [] },
      { name: "how many", value: "three", choices: ["three", "five"] },
    ],
  });
  expect((await ann.ask("POST", "/prompts", { name: "summary", text })).status).toBe(409);
  expect((await bob.ask("POST", "/prompts", { name: "summary", text: "Bob's" })).status).toBe(201);
  expect((await ann.ask("POST", "/prompts", { name: "other", text: "x" })).status).toBe(201);
  expect((await ann.ask("PATCH", "/prompts/other", { name: "summary" })).status).toBe(409);
  const renamed = await ann.ask("PATCH", "/prompts/summary", { name: "digest", description: "Short" });
  expect(await renamed.json()).toMatchObject({ name: "digest", description: "Short", text });
  expect((await ann.ask("DELETE", "/prompts/other")).status).toBe(204);
  expect((await ann.ask("DELETE", "/prompts/other")).status).toBe(404);
  const names = async (who: typeof ann) =>
    ((await (await who.ask("GET", "/prompts")).json()) as { items: { name: string }[] }).items.map(
      ({ name }) => name,
    );
  expect([await names(ann), await names(bob)]).toEqual([["digest"], ["summary"]]);
});

test.each([
  [{ name: "Has Space", text: "x" }, "small letters"],
  [{ name: "ok", text: " " }, "text"],
  [{ name: "ok", text: "x".repeat(20_001) }, "text"],
])("%o is refused with what is wrong", async (body, word) => {
  const ann = await somebody("member");
  const answer = await ann.ask("POST", "/prompts", body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ reason: expect.stringContaining(word) });
});
