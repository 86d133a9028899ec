import { afterEach, expect, test, vi } from "vitest";
import { firstReads, readEarly, takeEarly } from "../../../../web/api/early.ts";

afterEach(() => vi.unstubAllGlobals());

/** A server that says what it was asked for. */
function answering(status = 200) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return new Response(address, { status });
  });
  return asked;
}

test("a conversation's page begins with its reader, its view, its newest messages and the list", () => {
  expect(firstReads("/c/cnv_1")).toEqual([
    "/me",
    "/conversations/cnv_1",
    "/conversations/cnv_1/messages?limit=30",
    "/conversations?limit=40",
  ]);
  expect(firstReads("/")).toEqual(["/me", "/conversations?limit=40"]);
  expect(firstReads("/agents")).toEqual(["/me", "/conversations?limit=40"]);
});

test("what was read early is taken once, and asked anew after that", async () => {
  const asked = answering();
  readEarly(["/me"], true);
  expect(asked).toEqual(["/api/v1/me"]);
  expect(await (await takeEarly("/me", "GET"))?.text()).toBe("/api/v1/me");
  expect(takeEarly("/me", "GET")).toBeUndefined();
});

test("what is written makes what was read early old", () => {
  answering();
  readEarly(["/me", "/conversations?limit=40"], true);
  expect(takeEarly("/preferences", "PATCH")).toBeUndefined();
  expect(takeEarly("/me", "GET")).toBeUndefined();
});

test("where somebody was known before, all is asked for at once", () => {
  const asked = answering();
  readEarly(["/me", "/conversations?limit=40"], true);
  expect(asked).toEqual(["/api/v1/me", "/api/v1/conversations?limit=40"]);
});

test("where nobody was known, the rest is asked for once it is clear that somebody is", async () => {
  const asked = answering();
  readEarly(["/me", "/conversations?limit=40"], false);
  expect(asked).toEqual(["/api/v1/me"]);
  const list = await takeEarly("/conversations?limit=40", "GET");
  expect(await list?.text()).toBe("/api/v1/conversations?limit=40");
});

test("nothing more is asked for where nobody is signed in", async () => {
  const asked = answering(401);
  readEarly(["/me", "/conversations?limit=40"], false);
  await takeEarly("/conversations?limit=40", "GET")?.catch(() => undefined);
  expect(asked).toEqual(["/api/v1/me"]);
});
