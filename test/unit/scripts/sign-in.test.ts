import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { requestSignInLink } from "../../../scripts/start/running/sign-in.mjs";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function answering(status: number, body: unknown) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, seen };
}

describe("the sign-in link", () => {
  it("is asked for with the operator's token, and made absolute", async () => {
    const { url, seen } = await answering(201, {
      url: "/signin/abc",
      expires_at: "2026-11-21T22:00:00.000Z",
    });
    const link = await requestSignInLink({ url, token: "secret", hasEnded: () => false });
    expect(link).toEqual({ url: `${url}/signin/abc`, expires_at: "2026-11-21T22:00:00.000Z" });
    expect(seen).toEqual(["POST /api/v1/auth/links Bearer secret"]);
  });

  it("refused by the server says which setting to mend", async () => {
    const { url } = await answering(401, { error: "unauthorized", reason: "no" });
    const asked = requestSignInLink({ url, token: "", hasEnded: () => false });
    await expect(asked).rejects.toThrow(/ADMIN_TOKEN.*\.dev\.vars/);
  });

  it("failing in the server passes the server's reason on", async () => {
    const { url } = await answering(500, { error: "internal", reason: "OPENAI_BASE_URL: Invalid URL" });
    const asked = requestSignInLink({ url, token: "x", hasEnded: () => false });
    await expect(asked).rejects.toThrow("OPENAI_BASE_URL: Invalid URL");
  });

  it("is asked for again when an answer begins and does not come to its end in time", async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      response.writeHead(201, { "content-type": "application/json" }).flushHeaders();
      asked += 1;
      if (asked > 1) response.end(JSON.stringify({ url: "/signin/abc", expires_at: "soon" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const link = await requestSignInLink({ url, token: "x", hasEnded: () => false, tryMs: 200 });
    expect(link.url).toBe(`${url}/signin/abc`);
    expect(asked).toBe(2);
  });

  it("is not waited for when the server has ended", async () => {
    const asked = requestSignInLink({ url: "http://127.0.0.1:1", token: "x", hasEnded: () => true });
    await expect(asked).rejects.toThrow(/ended while it was starting/);
  });
});
