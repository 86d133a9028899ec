import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { parseAllowHosts } from "../../../src/guard/screen.ts";
import { createPush } from "../../../src/push/push.ts";
import { areKeys } from "../../../src/push/subscription.ts";
import { createVapidKeys, type VapidKeys } from "../../../src/push/vapid.ts";
import { PushService, TestBrowser } from "../../support/push/push-service.ts";

const NOTICE = { title: "The garden", body: "Green or black tea? 🍵", path: "/c/cnv_1", tag: "cnv_1" };
const APP = "https://nightjar.example";
let service: PushService;
let keys: VapidKeys;

beforeAll(async () => {
  [service, keys] = await Promise.all([PushService.start(), createVapidKeys()]);
});
afterAll(() => service.close());

function sender(own: VapidKeys | undefined = keys, allowed = service.host) {
  const guard = createGuardedFetch({
    fetch: (url, init) => fetch(url, init),
    allow_hosts: parseAllowHosts(allowed),
    resolve: async () => [],
  });
  return createPush({
    keys: async () => own,
    guard,
    log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => Date.now(),
    random: (bytes) => void crypto.getRandomValues(bytes),
  });
}

const placeOf = ({ subscription: { endpoint, keys: given } }: TestBrowser) => ({ endpoint, ...given });

describe("a notification", () => {
  it("is read by the tests' browser as the example of RFC 8291, section 5, is", () => {
    const own = { key: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", auth: "BTBZMqHH6r4Tts7J_aSIgg" };
    const body =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    const read = new TestBrowser("http://push.example/", "", own).read(Buffer.from(body, "base64url"));
    expect(read).toBe("When I grow up, I want to be a watermelon");
  });

  it("is read by the browser it is for, from a sender that the push service knows by its key", async () => {
    const browser = service.browser(keys.public_key);
    expect(areKeys(browser.subscription.keys)).toBe(true);
    expect(await sender().send(placeOf(browser), NOTICE, APP)).toBe("sent");
    expect(browser.arrived).toEqual([NOTICE]);
    expect(service.refused).toEqual([]);
  });

  it("that is long is cut so that a push service takes it, in whatever script", async () => {
    const browser = service.browser(keys.public_key);
    const long = { ...NOTICE, title: "夜".repeat(500), body: "鷹".repeat(5_000) };
    expect(await sender().send(placeOf(browser), long, "http://127.0.0.1:8787")).toBe("sent");
    expect(browser.arrived[0]?.body).toHaveLength(600);
  });

  it("tells when the browser takes none any more, and when it was subscribed for another sender", async () => {
    const browser = service.browser(keys.public_key);
    expect(await sender(await createVapidKeys()).send(placeOf(browser), NOTICE, APP)).toBe("failed");
    expect(service.refused.at(-1)).toContain("another sender");
    browser.isGone = true;
    expect(await sender().send(placeOf(browser), NOTICE, APP)).toBe("gone");
  });

  it("reaches nothing inside, and nobody from an instance without a secret", async () => {
    const browser = service.browser(keys.public_key);
    expect(await sender(keys, "").send(placeOf(browser), NOTICE, APP)).toBe("failed");
    const without = createPush({ ...unsealed, keys: async () => undefined });
    expect(await without.key()).toBeUndefined();
    expect(await without.send(placeOf(browser), NOTICE, APP)).toBe("failed");
    expect(browser.arrived).toEqual([]);
  });

  it("is not sent with keys that are none", async () => {
    expect(areKeys({ p256dh: "AAAA", auth: "AAAA" })).toBe(false);
    expect(areKeys({ p256dh: "not base64!", auth: "" })).toBe(false);
  });
});

const unsealed = {
  guard: { load: () => Promise.reject(new Error("nothing is asked")) },
  log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
  now: () => Date.now(),
  random: () => undefined,
};
