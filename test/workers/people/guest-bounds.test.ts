/** Limits on the content that a guest without an account may store. */
import { expect, test } from "vitest";
import { somebody } from "./somebody.ts";

test.each([
  ["files", 10, "/files?name=a.txt", "words"],
  ["prompts", 5, "/prompts", (n: number) => ({ name: `p${n}`, text: "Say it." })],
  ["conversations", 10, "/conversations", () => ({})],
] as const)("a guest adds %s up to %i a day, a member more", async (what, most, path, body) => {
  const statuses = async (who: Awaited<ReturnType<typeof somebody>>) => {
    const answers = [];
    for (let n = 0; n <= most; n++)
      answers.push(await who.ask("POST", path, typeof body === "string" ? body : body(n)));
    return answers;
  };
  const guests = await statuses(await somebody("guest"));
  expect(guests.slice(0, most).map(({ status }) => status)).not.toContain(429);
  const refused = guests.at(-1);
  expect(refused?.status).toBe(429);
  expect(await refused?.text()).toContain(`you may add ${most} ${what} a day`);
  const members = await statuses(await somebody("member"));
  expect(members.map(({ status }) => status)).not.toContain(429);
});

test("the counts of the instance are nothing for a guest", async () => {
  const counts = async (role: "guest" | "member") =>
    ((await (await (await somebody(role)).ask("GET", "/status")).json()) as { counts: object }).counts;
  expect(await counts("guest")).toEqual({});
  expect(await counts("member")).toHaveProperty("conversations");
});
