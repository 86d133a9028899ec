import { expect, it } from "vitest";
import { uncaught } from "../../../scripts/check/wait-until.mjs";

const lines = (source: string) => uncaught("a.ts", source);

it("finds a promise that is handed to waitUntil without a catch", () => {
  expect(lines("\ncontext.waitUntil(send(a, (b)).then(done));\nsend().catch(log);")).toEqual([
    "a.ts:2 hands waitUntil a promise without a catch",
  ]);
});

it("lets pass what is caught there, and a function that is known to catch", () => {
  expect(lines("context.waitUntil(send(a, (b)).catch(log));")).toEqual([]);
  expect(lines("context.waitUntil(clock.tickIfDue());")).toEqual([]);
});
