import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PRESETS } from "../../../src/hooks/presets.ts";
import { newHookSecret } from "../../../src/hooks/secret.ts";
import { claimsProof, type SentTo, verify } from "../../../src/hooks/verify.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
const STAMP = String(NOW / 1000);

function bytes(text: string) {
  return Uint8Array.from(new TextEncoder().encode(text));
}

function hmac(text: string, key: string | Uint8Array, encoding: "hex" | "base64" = "hex"): string {
  return createHmac("sha256", key).update(text).digest(encoding);
}

interface Sent {
  headers: Record<string, string>;
  body: string;
  secret: string;
  id?: string;
  now?: number;
}

function verified(preset: keyof typeof PRESETS, { headers, body, secret, id, now = NOW }: Sent) {
  const signed = {
    headers: new Headers(headers),
    to: { query: new URLSearchParams() },
    body: bytes(body),
    id,
  };
  return verify(PRESETS[preset].verification, secret, { signed, now });
}

describe("GitHub", () => {
  // The example of GitHub's own documentation.
  const secret = "It's a Secret to Everybody";
  const body = "Hello, World!";
  const signature = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const github = (value: string, more: Partial<Sent> = {}) =>
    verified("github", { headers: { "X-Hub-Signature-256": value }, body, secret, ...more });

  test("its documented example is proved, and what was signed has a digest", async () => {
    expect(await github(`sha256=${signature}`)).toMatchObject({
      ok: true,
      digest: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(await github(`sha256=${signature.toUpperCase()}`)).toMatchObject({ ok: true });
  });

  test.each([
    ["another body", `sha256=${signature}`, { body: "Hello, World?" }],
    ["another secret", `sha256=${signature}`, { secret: "It's a Secret to Nobody" }],
    ["an empty secret", `sha256=${hmac(body, "")}`, { secret: "" }],
    ["no prefix", signature, {}],
    ["another scheme", `sha1=${signature}`, {}],
    ["half of it", `sha256=${signature.slice(0, 32)}`, {}],
    ["more behind it", `sha256=${signature}00`, {}],
    ["a letter that is none", `sha256=${signature.slice(0, 63)}g`, {}],
    ["nothing", "sha256=", {}],
    ["no header", "", {}],
  ])("%s proves nothing", async (_, value, more) => {
    expect(await github(value, more)).toMatchObject({ ok: false });
  });

  test("before its body is read it is known whether it claims anything", () => {
    const { verification } = PRESETS.github;
    const to = { query: new URLSearchParams() };
    expect(claimsProof(verification, { to, headers: new Headers() })).toBe(false);
    const headers = new Headers({ "x-hub-signature-256": "sha256=00" });
    expect(claimsProof(verification, { to, headers })).toBe(true);
  });
});

describe("Standard Webhooks", () => {
  // The example of its specification.
  const sent: Sent = {
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    body: '{"test": 2432232314}',
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    now: 1_614_265_330_000,
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
  };

  test("its documented example is proved, also beside signatures of other keys and versions", async () => {
    expect(await verified("standard", sent)).toMatchObject({ ok: true });
    const several = `v1,${"A".repeat(43)}= v2,abc ${sent.headers["webhook-signature"]}`;
    expect(
      await verified("standard", { ...sent, headers: { ...sent.headers, "webhook-signature": several } }),
    ).toMatchObject({ ok: true });
  });

  test("Svix's names of the headers prove the same, and only together", async () => {
    const svix = Object.fromEntries(
      Object.entries(sent.headers).map(([name, value]) => [name.replace("webhook", "svix"), value]),
    );
    expect(await verified("standard", { ...sent, headers: svix })).toMatchObject({ ok: true });
    const mixed = { ...svix, "webhook-timestamp": "1614265331" };
    expect(await verified("standard", { ...sent, headers: mixed })).toMatchObject({ ok: false });
  });

  test("another id, another time and a time long past prove nothing", async () => {
    expect(await verified("standard", { ...sent, id: "msg_other" })).toMatchObject({ ok: false });
    const later = { ...sent.headers, "webhook-timestamp": "1614265331" };
    expect(await verified("standard", { ...sent, headers: later })).toMatchObject({ ok: false });
    expect(await verified("standard", { ...sent, now: 1_614_265_330_000 + 301_000 })).toEqual({
      ok: false,
      reason: "Its timestamp is 301 seconds from now; 300 are allowed.",
    });
  });

  test("a secret that is made for it is one that its senders take", async () => {
    const secret = newHookSecret(PRESETS.standard.verification, (bytes) => bytes.fill(251));
    expect(secret).toMatch(/^whsec_/);
    const key = Buffer.from(secret.slice(6), "base64");
    const signature = hmac(`m1.${STAMP}.{}`, key, "base64");
    const headers = { "webhook-timestamp": STAMP, "webhook-signature": `v1,${signature}` };
    expect(await verified("standard", { headers, body: "{}", id: "m1", secret })).toMatchObject({ ok: true });
  });
});

describe("a secret in the address", () => {
  const secret = "0123456789abcdef";
  const at = (preset: "path" | "query", to: SentTo) =>
    verify(PRESETS[preset].verification, secret, {
      signed: { headers: new Headers(), to, body: bytes("{}"), id: undefined },
      now: NOW,
    });

  test("proves its sender at the end of the path, or in the query, where the hook looks for it", async () => {
    const [path, query] = [{ path_secret: secret }, new URLSearchParams({ token: secret })];
    expect(await at("path", { ...path, query: new URLSearchParams() })).toEqual({ ok: true });
    expect(await at("query", { query })).toEqual({ ok: true });
    expect(await at("path", { query })).toMatchObject({ ok: false });
    expect(await at("query", { ...path, query: new URLSearchParams() })).toMatchObject({ ok: false });
    expect(await at("path", { path_secret: `${secret}0`, query })).toMatchObject({ ok: false });
  });
});

describe("Stripe", () => {
  const secret = "whsec_0123456789abcdef";
  const body = '{"id":"evt_1"}';
  const signed = (stamp: string, key = secret) => `t=${stamp},v1=${hmac(`${stamp}.${body}`, key)},v0=abc`;
  const stripe = (value: string, now = NOW) =>
    verified("stripe", { headers: { "stripe-signature": value }, body, secret, now });

  test("the timestamp is that of the signature's header", async () => {
    expect(await stripe(signed(STAMP))).toMatchObject({ ok: true });
    const rolled = `t=${STAMP},v1=${hmac("x", "y")},v1=${hmac(`${STAMP}.${body}`, secret)}`;
    expect(await stripe(rolled)).toMatchObject({ ok: true });
  });

  test.each([
    ["a time that was not signed", `t=${Number(STAMP) + 1},v1=${hmac(`${STAMP}.${body}`, secret)}`],
    ["no time", `v1=${hmac(`.${body}`, secret)}`],
    ["a time that is no number", `t=now,v1=${hmac(`now.${body}`, secret)}`],
    ["another key", signed(STAMP, "whsec_other")],
    ["a time of the future", signed(String(Number(STAMP) + 301))],
    ["another version", `t=${STAMP},v0=${hmac(`${STAMP}.${body}`, secret)}`],
  ])("%s proves nothing", async (_, value) => {
    expect(await stripe(value)).toMatchObject({ ok: false });
  });
});

test("a bearer token is the secret, whole", async () => {
  const bearer = (value: string) =>
    verified("bearer", { headers: { authorization: value }, body: "{}", secret: "0123456789abcdef" });
  expect(await bearer("Bearer 0123456789abcdef")).toEqual({ ok: true });
  for (const value of [
    "Bearer 0123456789abcde",
    "Bearer 0123456789abcdef0",
    "Bearer ",
    "bearer 0123456789abcdef",
    "0123456789abcdef",
  ])
    expect(await bearer(value)).toMatchObject({ ok: false });
});

test("Shopify signs in base64", async () => {
  const sent = { body: "{}", secret: "shop-secret-0123456" };
  const headers = { "x-shopify-hmac-sha256": hmac("{}", sent.secret, "base64") };
  expect(await verified("shopify", { ...sent, headers })).toMatchObject({ ok: true });
});
