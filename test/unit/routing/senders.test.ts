import { expect, it } from "vitest";
import type { UserMessage } from "../../../src/domain/inbound.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { senderCheck } from "../../../src/routing/senders.ts";

const ANN: Principal = { owner: "psn_ann", role: "member", name: "Ann" };

function written(channel: "telegram" | "discord", sender: string): UserMessage {
  return { type: "user_message", key: "k", source: { channel, sender, sender_name: "admin" }, parts: [] };
}

const check = senderCheck({
  personOf: async ({ sender }) => (sender === "ann-t" ? ANN : undefined),
  takesStrangers: (channel) => channel === "discord",
  host: "admin",
});

it("whose account is linked writes as the person they are", async () => {
  expect(await check(written("telegram", "ann-t"))).toEqual({
    principal: ANN,
    inbound: { ...written("telegram", "ann-t"), actor: ANN },
  });
});

it("who is not known is answered by nobody, whatever they call themselves", async () => {
  expect(await check(written("telegram", "eve"))).toBeUndefined();
});

it("who is not known is a guest of the host where strangers are let in, and nobody's rights are theirs", async () => {
  const inbound = written("discord", "eve");
  expect(await check(inbound)).toEqual({
    principal: { owner: "admin", role: "guest", name: "admin" },
    inbound,
  });
});
