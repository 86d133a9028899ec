/** What holds of the requests of every channel: who sends them is found out first, and no content does harm. */
import { describe, expect, test } from "vitest";
import type { ChannelPort, WebhookRequest } from "../../../src/channels/channel.ts";
import { Random } from "../../chaos/random.ts";
import { type Contracted, contracted, NO_HOUSE, opened } from "./channels.ts";
import type { ChannelFixture } from "./fixture.ts";

type Covered = Contracted & { fixture: ChannelFixture };
const isCovered = (channel: Contracted): channel is Covered => channel.fixture !== undefined;
const ALL = await contracted();
const MESSAGE = { id: "1001", text: "Hello, Nightjar." };

describe.each(ALL)("$name", (channel) => {
  test("without settings it does not open, and says what is missing", () => {
    if (channel.name === "test-channel") return;
    const port = channel.kind.open({}, "", NO_HOUSE);
    expect(port).toMatchObject({ missing: expect.stringMatching(/\.$/) });
  });
});

describe.each(ALL.filter(isCovered))("$name, set up", (channel) => {
  const { fixture, kind } = channel;

  test("each setting that it needs is named when it is not set, of another account with its name behind", () => {
    for (const name of fixture.required) {
      const { [name]: _, ...rest } = fixture.env;
      expect(kind.open(rest, "", NO_HOUSE), name).toMatchObject({ missing: expect.stringContaining(name) });
    }
    if (fixture.required.length === 0) return;
    const other = kind.open(fixture.env, "sales", NO_HOUSE);
    expect(other).toMatchObject({ missing: expect.stringContaining("_SALES") });
  });

  test("what the platform sends is verified, and read as what was said", async () => {
    const port = opened(channel);
    const request = await fixture.said(MESSAGE);
    expect(await port.verify(request)).toEqual({ ok: true });
    const parsed = await port.parse(request);
    if (parsed.status !== "inbound") throw new Error(`it was ${parsed.status}`);
    const [inbound] = parsed.inbounds;
    expect(parsed.inbounds).toHaveLength(1);
    expect(inbound).toMatchObject({
      type: "user_message",
      source: { channel: kind.name },
      parts: [{ type: "text", text: MESSAGE.text }],
    });
    expect(inbound?.source.sender).not.toBe("");
  });

  test("the same message has the same key each time it comes, and another has another", async () => {
    const [first, again] = [await keyOf(channel, MESSAGE), await keyOf(channel, MESSAGE)];
    expect(again).toBe(first);
    expect(await keyOf(channel, { ...MESSAGE, id: "1002" })).not.toBe(first);
  });

  test("a request without the platform's signature, or with another, is refused", async () => {
    const port = opened(channel);
    const names = fixture.signature ?? [];
    for (const name of names) {
      for (const value of [undefined, "", "forged", "0".repeat(64), "é".repeat(3)]) {
        const request = await fixture.said(MESSAGE);
        expect(await port.verify(withHeader(request, name, value)), `${name}: ${value}`).toMatchObject({
          ok: false,
        });
      }
    }
    const bare = await fixture.said(MESSAGE);
    expect(await port.verify({ ...bare, headers: new Headers() })).toMatchObject({ ok: false });
  });

  test("a request that was cut on its way is refused, or brings nothing in", async () => {
    const port = opened(channel);
    const whole = await fixture.said(MESSAGE);
    for (const body of truncated(whole.body).filter(({ length }) => length < whole.body.length)) {
      const verified = await port.verify({ ...whole, body });
      const parsed = verified.ok ? await port.parse({ ...whole, body }) : undefined;
      expect(parsed?.status ?? "refused", `${body.length} bytes`).not.toBe("inbound");
    }
  });

  test("whatever the bytes are, nothing is thrown", async () => {
    const port = opened(channel);
    const { body } = await fixture.said(MESSAGE);
    for (const bytes of [...truncated(body), ...noise(64), ...shapes(), oversized()])
      await takenCalmly(port, { ...(await fixture.said(MESSAGE)), body: bytes });
  });

  test("each value of its own message may be of another kind, and nothing is thrown", async () => {
    const port = opened(channel);
    const request = await fixture.said(MESSAGE);
    const text = new TextDecoder().decode(request.body);
    if (!text.startsWith("{")) return;
    for (const changed of mutants(JSON.parse(text)))
      await takenCalmly(port, { ...request, body: new TextEncoder().encode(JSON.stringify(changed)) });
  });
});

async function keyOf({ fixture, ...channel }: Covered, message: typeof MESSAGE): Promise<string> {
  const parsed = await opened({ ...channel, fixture }).parse(await fixture.said(message));
  if (parsed.status !== "inbound") throw new Error(`it was ${parsed.status}`);
  return parsed.inbounds[0]?.key ?? "";
}

function withHeader(request: WebhookRequest, name: string, value: string | undefined): WebhookRequest {
  const headers = new Headers(request.headers);
  headers.delete(name);
  // A header holds bytes: what is beyond them comes in as such.
  if (value !== undefined) headers.set(name, value);
  return { ...request, headers };
}

/** Verified or not, and read as something or nothing. */
async function takenCalmly(port: ChannelPort, request: WebhookRequest): Promise<void> {
  await port.verify(request);
  const parsed = await port.parse(request);
  expect(["inbound", "answer", "ignored"]).toContain(parsed.status);
}

function truncated(body: Uint8Array): Uint8Array[] {
  const step = Math.max(1, Math.floor(body.length / 40));
  return Array.from({ length: Math.ceil(body.length / step) }, (_, at) => body.slice(0, at * step));
}

function noise(count: number): Uint8Array[] {
  const random = new Random(17);
  return Array.from({ length: count }, () =>
    Uint8Array.from({ length: random.between(0, 400) }, () => random.between(0, 255)),
  );
}

function shapes(): Uint8Array[] {
  const texts = [
    "",
    "null",
    "[]",
    "{}",
    "0",
    '"text"',
    "[[[[",
    '{"a":',
    "payload=%7B%7D",
    "payload=%",
    "\u0000",
  ];
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  return [...texts, deep].map((text) => new TextEncoder().encode(text));
}

function oversized(): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ text: "x".repeat(2_000_000) }));
}

/** One for each value within it and each thing that may stand in its place. */
function* mutants(value: unknown): Generator<unknown> {
  for (const other of [null, 0, -1, "", "text", true, [], {}, [null], { id: null }]) yield other;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const changed of mutants(item)) yield value.map((old: unknown, i) => (i === at ? changed : old));
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const changed of mutants(item)) yield { ...value, [name]: changed };
    }
  }
}
