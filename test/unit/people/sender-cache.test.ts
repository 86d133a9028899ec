import { expect, it } from "vitest";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { SenderCache } from "../../../src/people/sender-cache.ts";

const EVE: Source = { channel: "telegram", sender: "eve" };
const PERSON: Principal = { owner: "psn_eve", role: "member", name: "Eve" };

function house() {
  const state = { now: 0, links: 0, asked: 0, person: undefined as Principal | undefined };
  const read = async () => {
    state.asked += 1;
    return state.person;
  };
  const cache = new SenderCache(
    read,
    () => state.now,
    () => state.links,
  );
  return { state, cache };
}

it("who was nobody is believed to be for a while, and asked for behind that", async () => {
  const { state, cache } = house();
  expect(cache.wasStranger(EVE)).toBe(false);
  await cache.get(EVE);
  state.now = 9_000;
  expect(cache.wasStranger(EVE)).toBe(true);
  expect(state.asked).toBe(1);
  state.now = 11_000;
  state.person = PERSON;
  expect(cache.wasStranger(EVE)).toBe(true);
  await Promise.resolve();
  expect(state.asked).toBe(2);
  expect(cache.wasStranger(EVE)).toBe(false);
  expect(await cache.get(EVE)).toBe(PERSON);
});

it("a link that was made here holds at once", async () => {
  const { state, cache } = house();
  await cache.get(EVE);
  state.links = 1;
  expect(cache.wasStranger(EVE)).toBe(false);
});

it("who was nobody half a minute ago is looked up", async () => {
  const { state, cache } = house();
  await cache.get(EVE);
  state.now = 30_000;
  expect(cache.wasStranger(EVE)).toBe(false);
});
