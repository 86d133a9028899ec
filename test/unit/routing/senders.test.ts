import { beforeEach, expect, it } from "vitest";
import type { UserMessage } from "../../../src/domain/inbound.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { NO_RULES } from "../../../src/routing/access/access.ts";
import { type BotClient, senderCheck } from "../../../src/routing/senders.ts";

const ANN: Principal = { owner: "psn_ann", role: "member", name: "Ann" };
const CLIENTS: Record<string, BotClient> = {
  anns: { id: "clt_1", keeper: "psn_ann", active: true },
  bobs: { id: "clt_2", keeper: "psn_bob", active: true },
  asleep: { id: "clt_3", keeper: "psn_ann", active: false },
};
const SETTINGS = { telegram: "closed", discord: "open", slack: "pairing" } as const;
type Channel = keyof typeof SETTINGS;

function written(channel: Channel, sender: string): UserMessage {
  return { type: "user_message", key: "k", source: { channel, sender, sender_name: "admin" }, parts: [] };
}

const offered: string[] = [];
const looked: string[] = [];
beforeEach(() => {
  offered.length = 0;
  looked.length = 0;
});

const asked = senderCheck({
  personOf: async ({ sender }) => {
    looked.push(sender);
    return sender === "ann-t" ? { principal: ANN, language: "de" } : undefined;
  },
  wasStranger: ({ sender }) => sender === "regular",
  setting: (channel) => SETTINGS[channel as Channel],
  rules: () => NO_RULES,
  offerPairing: async ({ sender }) => offered.push(sender),
  noteSeen: async () => undefined,
  client: ({ account }) => CLIENTS[account ?? ""],
  host: "admin",
});
const check = (inbound: UserMessage) => asked(inbound, (work) => void work);
const principalOf = async (inbound: UserMessage) => {
  const written = await check(inbound);
  return written === "offered" ? undefined : written?.principal;
};

it("whose account is linked writes as the person they are", async () => {
  expect(await check(written("telegram", "ann-t"))).toEqual({
    principal: ANN,
    inbound: {
      ...written("telegram", "ann-t"),
      actor: ANN,
      source: { ...written("telegram", "ann-t").source, language: "de" },
    },
  });
});

it("who is not known is answered by nobody, whatever they call themselves", async () => {
  expect(await check(written("telegram", "eve"))).toBeUndefined();
  expect(offered).toEqual([]);
});

it("who is not known is a guest of the host where strangers are let in, and nobody's rights are theirs", async () => {
  const inbound = written("discord", "eve");
  expect(await check(inbound)).toEqual({
    principal: { owner: "admin", role: "guest", name: "admin", stranger: true },
    inbound,
  });
});

it("who was a guest a moment ago is not looked up once more; where a link would count, everybody is", async () => {
  expect((await principalOf(written("discord", "regular")))?.role).toBe("guest");
  expect(looked).toEqual([]);
  expect(await check(written("slack", "regular"))).toBe("offered");
  expect(await check(written("telegram", "regular"))).toBeUndefined();
  expect(looked).toEqual(["regular", "regular"]);
});

it("who is not known is offered a code where there is pairing, in direct messages, and is not let in by that", async () => {
  expect(await check(written("slack", "eve"))).toBe("offered");
  const inGroup = written("slack", "mallory");
  expect(await check({ ...inGroup, source: { ...inGroup.source, is_group: true } })).toBeUndefined();
  expect(offered).toEqual(["eve"]);
});

function onBot(account: string, channel: Channel, sender: string): UserMessage {
  const inbound = written(channel, sender);
  return { ...inbound, source: { ...inbound.source, account } };
}

it("on a client's bot its keeper writes as the client, and strangers are the client's guests", async () => {
  expect(await principalOf(onBot("anns", "telegram", "ann-t"))).toEqual({
    owner: "clt_1",
    role: "member",
    name: "Ann",
  });
  expect(await principalOf(onBot("anns", "discord", "eve"))).toEqual({
    owner: "clt_1",
    role: "guest",
    name: "admin",
    stranger: true,
  });
});

it("on another's client's bot an account here says nothing, and where the client is not active nobody is answered", async () => {
  expect(await check(onBot("bobs", "telegram", "ann-t"))).toBeUndefined();
  expect(await check(onBot("asleep", "telegram", "ann-t"))).toBeUndefined();
  expect(await check(onBot("asleep", "discord", "eve"))).toBeUndefined();
});
