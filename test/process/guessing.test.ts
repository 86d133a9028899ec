/** What `npm start` runs: nobody in front of it writes from where a request comes, so what a request says of that counts for nothing. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Nightjar, startNightjar, TOKEN } from "../support/process/nightjar.ts";

let nightjar: Nightjar;
let asked = 0;

beforeAll(async () => {
  nightjar = await startNightjar({ launcher: "runtime" });
});
afterAll(() => nightjar.dispose());

/** The status, from another address each time, by its own word. */
async function tried(path: string, body: object): Promise<number> {
  asked += 1;
  const address = `203.0.${asked >> 8}.${asked & 255}`;
  const response = await fetch(`${nightjar.url}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": address, "x-forwarded-for": address },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return response.status;
}

const wrong = (username: string) => tried("/auth/login", { username, password: "not this one" });
const times = async (count: number, once: () => Promise<number>) => {
  const all: number[] = [];
  for (let at = 0; at < count; at++) all.push(await once());
  return all;
};

it("slows down who guesses, whatever address they give, and nobody else", async () => {
  expect(await times(25, () => wrong("ann"))).toContain(429);
  expect(await wrong("bob")).toBe(401);
  expect(await times(60, () => tried("/auth/join/check", { code: "2222-2222" }))).toContain(429);
  expect(await tried("/auth/session", { token: TOKEN })).toBe(201);
});
