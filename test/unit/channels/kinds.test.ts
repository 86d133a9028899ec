import { expect, test } from "vitest";
import { portOf } from "../../../src/channels/channel.ts";
import type { ChannelDeps } from "../../../src/channels/kind.ts";
import { CHANNELS, kindNamed, notSetUp, openChannels } from "../../../src/channels/kinds.ts";
import { parseConfig } from "../../../src/config.ts";
import type { Channel } from "../../../src/domain/inbound.ts";
import { testChannelKind } from "../../support/test-channel/channel.ts";

const NAMES = Object.keys(CHANNELS) as Channel[];
const SETTINGS = parseConfig({});
const nobody = () => Promise.reject(new Error("nobody is there"));
const DEPS: ChannelDeps = { conversations: { receive: nobody, begin: nobody } };

test("each channel stands under its own name", () => {
  expect(NAMES.map((name) => CHANNELS[name].name)).toEqual(NAMES);
});

test("a name that is no channel's has no record, though every object knows it", () => {
  expect(kindNamed("telegram")).toBe(CHANNELS.telegram);
  expect(["mallory", "constructor", ""].map(kindNamed)).toEqual([undefined, undefined, undefined]);
});

test.each(["telegram", "discord", "slack", "whatsapp"] as const)(
  "%s is carried, and says that it cannot be yet",
  (name) => {
    const port = openChannels(CHANNELS, SETTINGS, DEPS).get(name);
    expect(CHANNELS[name].carried).toBe(true);
    expect("missing" in port && notSetUp(name, port.missing)).toBe(
      `${CHANNELS[name].label} is not set up on this instance: it has no adapter in this version.`,
    );
  },
);

test("a channel is opened when it is first asked for, and once", () => {
  let opened = 0;
  const count = <T>(port: T) => {
    opened += 1;
    return port;
  };
  const kind = testChannelKind({ name: "slack" });
  const counted = { ...kind, open: () => count(kind.open(SETTINGS, DEPS)) };
  const channels = openChannels({ ...CHANNELS, slack: counted }, SETTINGS, DEPS);
  expect(opened).toBe(0);
  expect(portOf(channels, "slack")).toBe(portOf(channels, "slack"));
  expect(opened).toBe(1);
});

test("nobody reads along when the system wakes an agent: it reacts to no message then", () => {
  expect([CHANNELS.system.rules, CHANNELS.web.rules]).toEqual([{ react: "deny" }, undefined]);
});
