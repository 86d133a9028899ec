import { afterEach, expect, test, vi } from "vitest";
import { firstReads, readEarly, takeEarly } from "../../../../web/api/early.ts";

afterEach(() => vi.unstubAllGlobals());

/** A server that says what it was asked for. */
function answering() {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return new Response(address);
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
  readEarly(["/me"]);
  expect(asked).toEqual(["/api/v1/me"]);
  expect(await (await takeEarly("/me", "GET"))?.text()).toBe("/api/v1/me");
  expect(takeEarly("/me", "GET")).toBeUndefined();
});

test("what is written makes what was read early old", () => {
  answering();
  readEarly(["/me", "/conversations?limit=40"]);
  expect(takeEarly("/preferences", "PATCH")).toBeUndefined();
  expect(takeEarly("/me", "GET")).toBeUndefined();
});
