/** The channels under contract, with the fixture of each that has one. */
import { existsSync } from "node:fs";
import type { ChannelPort, WebhookRequest } from "../../../src/channels/channel.ts";
import { CHANNELS } from "../../../src/channels/channel-list.ts";
import type { ChannelDeps, ChannelKind } from "../../../src/channels/kind.ts";
import { TEST_CHANNEL_SECRET, testChannelKind } from "../../support/test-channel/channel.ts";
import type { ChannelFixture } from "./fixture.ts";

export interface Contracted {
  name: string;
  kind: ChannelKind;
  fixture?: ChannelFixture;
}

async function fixtureOf(name: string): Promise<ChannelFixture | undefined> {
  const file = new URL(`../../support/${name}/fixture.ts`, import.meta.url);
  if (!existsSync(file)) return undefined;
  return ((await import(file.href)) as { fixture: ChannelFixture }).fixture;
}

/** Those of the list on which people write and to which answers are carried, and the tests' own. */
export async function contracted(): Promise<Contracted[]> {
  const chats = Object.values(CHANNELS).filter(({ carried, peers }) => carried && peers === "people");
  const listed = chats.map(async (kind) => {
    const fixture = await fixtureOf(kind.name);
    return { name: kind.name, kind, ...(fixture && { fixture }) };
  });
  return [
    ...(await Promise.all(listed)),
    { name: "test-channel", kind: testChannelKind({ name: "whatsapp" }), fixture: ofTests },
  ];
}

const ofTests: ChannelFixture = {
  env: {},
  required: [],
  signature: ["x-test-secret"],
  said: ({ id, text, sender = "mona", thread = "http://chat.example/1" }) =>
    webhook(JSON.stringify({ id, thread, from: sender, text }), { "x-test-secret": TEST_CHANNEL_SECRET }),
};

function webhook(body: string, headers: Record<string, string>): WebhookRequest {
  const url = "http://nightjar.test/webhooks/whatsapp";
  return { method: "POST", url, headers: new Headers(headers), body: new TextEncoder().encode(body) };
}

/** Nothing is asked of the house in this suite: what a request holds is found out without it. */
export const NO_HOUSE: ChannelDeps = {
  conversations: {
    receive: () => Promise.reject(new Error("no conversation is here")),
    begin: () => Promise.reject(new Error("no conversation is here")),
  },
  files: { read: () => Promise.resolve(undefined) },
  marks: { put: () => Promise.resolve(), has: () => Promise.resolve(false) },
};

/** Throws the reason when it does not open. */
export function opened({ kind, fixture }: Contracted, account = ""): ChannelPort {
  const port = kind.open(fixture?.env ?? {}, account, NO_HOUSE);
  if ("missing" in port) throw new Error(`${kind.name} does not open with its fixture: ${port.missing}`);
  return port;
}
