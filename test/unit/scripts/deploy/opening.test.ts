import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { waitForLink } from "../../../../scripts/deploy/opening.mjs";
import { listen } from "../../../support/cloudflare/address.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Said {
  status: number;
  body: string;
}

const PLACE = { status: 404, body: "<title>There is nothing here yet</title>" };
const LINK = { status: 201, body: JSON.stringify({ url: "/signin/abc", expires_at: "soon" }) };
const REFUSED = { status: 401, body: JSON.stringify({ error: "unauthorized", reason: "no" }) };

/** Answers one after the other; the last one for good. */
async function opening(...answers: Said[]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    const { status, body } = answers[Math.min(asked, answers.length - 1)] ?? PLACE;
    asked += 1;
    response.writeHead(status).end(body);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  closers.push(() => server.close());
  const wait = (patienceMs: number) =>
    waitForLink({ url, token: "x", varsFile: ".prod.vars", patienceMs, pauseMs: 1 });
  return { url, wait, asked: () => asked };
}

describe("the link of a new deployment", () => {
  it("is asked for again while the place answers, and not the Worker", async () => {
    const { url, wait, asked } = await opening(PLACE, { status: 522, body: "error code: 522" }, LINK);
    expect((await wait(30_000)).url).toBe(`${url}/signin/abc`);
    expect(asked()).toBe(3);
  });

  it("is asked for again while nobody listens", async () => {
    const url = "http://127.0.0.1:1";
    const waiting = waitForLink({ url, token: "x", varsFile: ".prod.vars", patienceMs: 20, pauseMs: 1 });
    await expect(waiting).rejects.toThrow(/ECONNREFUSED/);
  });

  it("has a bound, and the last reason at it", async () => {
    const { wait } = await opening(PLACE);
    await expect(wait(20)).rejects.toThrow(/gave no sign-in link \(404\).*nothing here yet/);
  });

  it("that the Worker refuses names the settings of the deployed instance, before it locks the guesser out", async () => {
    const { wait, asked } = await opening(REFUSED);
    await expect(wait(30_000)).rejects.toThrow(/ADMIN_TOKEN.*\.prod\.vars/);
    expect(asked()).toBe(3);
  });

  it("that the Worker can't give passes its reason on", async () => {
    const broken = {
      status: 500,
      body: JSON.stringify({ error: "internal", reason: "OPENAI_BASE_URL: Invalid URL" }),
    };
    const { wait } = await opening(broken);
    await expect(wait(30_000)).rejects.toThrow("OPENAI_BASE_URL: Invalid URL");
  });
});
