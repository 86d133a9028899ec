import { expect, test } from "vitest";
import { PreferenceCache } from "../../../src/people/preference-cache.ts";
import { NO_PREFERENCES } from "../../../src/people/preferences.ts";

function aCache() {
  const stored = { time_zone: "Europe/Vienna" };
  const state = { now: 0, reads: 0, isDown: false };
  const store = {
    get: async () => {
      state.reads++;
      if (state.isDown) throw new Error("D1 does not answer");
      return { ...NO_PREFERENCES, ...stored };
    },
  };
  return { cache: new PreferenceCache(store, () => state.now), state, stored };
}

const zoneOf = async (cache: PreferenceCache) => (await cache.get("psn_1")).time_zone;

test("what is known is answered without waiting, and a little old is renewed for the next turn", async () => {
  const { cache, state, stored } = aCache();
  expect(await zoneOf(cache)).toBe("Europe/Vienna");
  stored.time_zone = "Asia/Tokyo";
  state.now = 1_000;
  expect(cache.get("psn_1")).toMatchObject({ time_zone: "Europe/Vienna" });
  state.now = 5_000;
  expect(cache.get("psn_1")).toMatchObject({ time_zone: "Europe/Vienna" });
  expect(cache.get("psn_1")).toMatchObject({ time_zone: "Europe/Vienna" });
  await Promise.resolve();
  await Promise.resolve();
  expect(cache.get("psn_1")).toMatchObject({ time_zone: "Asia/Tokyo" });
  expect(state.reads).toBe(2);
});

test("what is a minute old is read again first; while D1 does not answer it stands", async () => {
  const { cache, state, stored } = aCache();
  await zoneOf(cache);
  stored.time_zone = "Asia/Tokyo";
  state.now = 61_000;
  expect(await zoneOf(cache)).toBe("Asia/Tokyo");
  state.now = 200_000;
  state.isDown = true;
  expect(await zoneOf(cache)).toBe("Asia/Tokyo");
});

test("nothing is preferred by who was never read, and each is their own", async () => {
  const { cache, state } = aCache();
  state.isDown = true;
  expect(await zoneOf(cache)).toBeNull();
  cache.put("psn_2", { ...NO_PREFERENCES, language: "ja" });
  expect(cache.get("psn_2")).toMatchObject({ language: "ja" });
  expect(await zoneOf(cache)).toBeNull();
});
