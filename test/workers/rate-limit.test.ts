import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";

const worker = (exports as unknown as { default: Fetcher }).default;
const TOKEN = "test-admin-token-0123456789";

async function signIn(address: string, token: string): Promise<Response> {
  return worker.fetch("http://nightjar.test/api/v1/auth/session", {
    method: "POST",
    headers: { "cf-connecting-ip": address, "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
}

async function statuses(address: string, tokens: string[]): Promise<number[]> {
  const all: number[] = [];
  for (const token of tokens) {
    const response = await signIn(address, token);
    await response.body?.cancel();
    all.push(response.status);
  }
  return all;
}

test("after ten wrong tokens an address waits, however right the next one is, and others do not", async () => {
  const wrong = Array.from({ length: 10 }, (_, at) => `wrong-${at}`);
  expect(await statuses("203.0.113.1", wrong)).toEqual(wrong.map(() => 401));
  const refused = await signIn("203.0.113.1", TOKEN);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(30);
  expect(await refused.json()).toEqual({
    error: "rate_limited",
    reason: expect.stringMatching(/^Too many tries to sign in\. Try again in \d+ (seconds|minutes)\.$/),
  });
  expect(await statuses("203.0.113.2", [TOKEN])).toEqual([201]);
});

test("tries that come at once are counted one by one", async () => {
  const all = await Promise.all(Array.from({ length: 15 }, () => statuses("203.0.113.3", ["wrong"])));
  expect(all.flat().filter((status) => status === 401)).toHaveLength(10);
});

test("who signs in rightly may do so as often as they like", async () => {
  expect(
    await statuses(
      "203.0.113.4",
      Array.from({ length: 12 }, () => TOKEN),
    ),
  ).toEqual(Array.from({ length: 12 }, () => 201));
});

test("a page of another site signs nobody in", async () => {
  const response = await worker.fetch("http://nightjar.test/api/v1/auth/session", {
    method: "POST",
    headers: { origin: "https://elsewhere.example" },
    body: JSON.stringify({ token: TOKEN }),
  });
  expect(response.status).toBe(403);
});

test("strangers who guess tokens are slowed down", async () => {
  const guess = () =>
    worker.fetch("http://nightjar.test/api/v1/me", {
      headers: { authorization: "Bearer guessed", "cf-connecting-ip": "203.0.113.5" },
    });
  const batch = () => Promise.all(Array.from({ length: 200 }, guess));
  const answers: Response[] = [];
  // On a slow machine some come back meanwhile.
  while (answers.length < 3_000 && !answers.some(({ status }) => status === 429))
    answers.push(...(await batch()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect(answers.find(({ status }) => status === 429)?.headers.get("retry-after")).toBe("1");
});
