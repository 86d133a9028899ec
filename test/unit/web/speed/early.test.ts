import { afterEach, expect, test, vi } from "vitest";
import { firstReads, readEarly, takeEarly } from "../../../../web/api/early.ts";

afterEach(() => vi.unstubAllGlobals());

/** A server that says what it was asked for. */
function answering(me: object | null = { owner: "admin" }) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return new Response(JSON.stringify({ address, me }));
  });
  return asked;
}

test("a conversation's page begins with its reader, its view, its newest messages and the list", () => {
  expect(firstReads("/c/cnv_1")).toEqual([
    "/auth/session",
    "/conversations/cnv_1",
    "/conversations/cnv_1/messages?limit=30",
    "/conversations?limit=40",
  ]);
  expect(firstReads("/")).toEqual(["/auth/session", "/conversations?limit=40"]);
  expect(firstReads("/agents")).toEqual(["/auth/session", "/conversations?limit=40"]);
});

test("what was read early is taken once, and asked anew after that", async () => {
  const asked = answering();
  readEarly(["/auth/session"], true);
  expect(asked).toEqual(["/api/v1/auth/session"]);
  expect(await (await takeEarly("/auth/session", "GET"))?.json()).toMatchObject({
    address: "/api/v1/auth/session",
  });
  expect(takeEarly("/auth/session", "GET")).toBeUndefined();
});

test("what is written makes what was read early old", () => {
  answering();
  readEarly(["/auth/session", "/conversations?limit=40"], true);
  expect(takeEarly("/preferences", "PATCH")).toBeUndefined();
  expect(takeEarly("/auth/session", "GET")).toBeUndefined();
});

test("where somebody was known before, all is asked for at once", () => {
  const asked = answering();
  readEarly(["/auth/session", "/conversations?limit=40"], true);
  expect(asked).toEqual(["/api/v1/auth/session", "/api/v1/conversations?limit=40"]);
});

test("where nobody was known, the rest is asked for once it is clear that somebody is", async () => {
  const asked = answering();
  readEarly(["/auth/session", "/conversations?limit=40"], false);
  expect(asked).toEqual(["/api/v1/auth/session"]);
  const list = await takeEarly("/conversations?limit=40", "GET");
  expect(await list?.json()).toMatchObject({ address: "/api/v1/conversations?limit=40" });
});

test("nothing more is asked for where nobody is signed in", async () => {
  const asked = answering(null);
  readEarly(["/auth/session", "/conversations?limit=40"], false);
  await takeEarly("/conversations?limit=40", "GET")?.catch(() => undefined);
  expect(asked).toEqual(["/api/v1/auth/session"]);
});
