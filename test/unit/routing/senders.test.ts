import { beforeEach, expect, it } from "vitest";
import type { UserMessage } from "../../../src/domain/inbound.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { NO_RULES } from "../../../src/routing/access/access.ts";
import { senderCheck } from "../../../src/routing/senders.ts";

const ANN: Principal = { owner: "psn_ann", role: "member", name: "Ann" };
const SETTINGS = { telegram: "closed", discord: "open", slack: "pairing" } as const;
type Channel = keyof typeof SETTINGS;

function written(channel: Channel, sender: string): UserMessage {
  return { type: "user_message", key: "k", source: { channel, sender, sender_name: "admin" }, parts: [] };
}

const offered: string[] = [];
beforeEach(() => void offered.splice(0));

const asked = senderCheck({
  personOf: async ({ sender }) => (sender === "ann-t" ? ANN : undefined),
  setting: (channel) => SETTINGS[channel as Channel],
  rules: () => NO_RULES,
  offerPairing: async ({ sender }) => offered.push(sender),
  seen: async () => undefined,
  host: "admin",
});
const check = (inbound: UserMessage) => asked(inbound, (work) => void work);

it("whose account is linked writes as the person they are", async () => {
  expect(await check(written("telegram", "ann-t"))).toEqual({
    principal: ANN,
    inbound: { ...written("telegram", "ann-t"), actor: ANN },
  });
});

it("who is not known is answered by nobody, whatever they call themselves", async () => {
  expect(await check(written("telegram", "eve"))).toBeUndefined();
  expect(offered).toEqual([]);
});

it("who is not known is a guest of the host where strangers are let in, and nobody's rights are theirs", async () => {
  const inbound = written("discord", "eve");
  expect(await check(inbound)).toEqual({
    principal: { owner: "admin", role: "guest", name: "admin" },
    inbound,
  });
});

it("who is not known is offered a code where there is pairing, in direct messages, and is not let in by that", async () => {
  expect(await check(written("slack", "eve"))).toBeUndefined();
  const inGroup = written("slack", "mallory");
  expect(await check({ ...inGroup, source: { ...inGroup.source, is_group: true } })).toBeUndefined();
  expect(offered).toEqual(["eve"]);
});
