import { expect, test } from "vitest";
import { portOf } from "../../../src/channels/channel.ts";
import { CHANNELS } from "../../../src/channels/channel-list.ts";
import type { ChannelDeps } from "../../../src/channels/kind.ts";
import { kindNamed, notSetUp, openChannels } from "../../../src/channels/kinds.ts";
import { CHAT_NAMES } from "../../../src/domain/chat-platforms.ts";
import { CHANNEL_NAMES, type Channel } from "../../../src/domain/inbound.ts";
import { testChannelKind } from "../../support/test-channel/channel.ts";

const NAMES = Object.keys(CHANNELS) as Channel[];
const ENV = {};
const nobody = () => Promise.reject(new Error("nobody is there"));
const DEPS: ChannelDeps = {
  conversations: { receive: nobody, begin: nobody },
  files: { read: nobody },
  marks: { put: nobody, has: nobody },
};

test("each channel stands under its own name", () => {
  expect(NAMES.map((name) => CHANNELS[name].name)).toEqual(NAMES);
  expect(NAMES).toEqual(CHANNEL_NAMES);
});

test("the chat platforms are the channels by which people are answered", () => {
  const chats = Object.values(CHANNELS).filter(({ carried, peers }) => carried && peers === "people");
  expect(chats.map(({ name }) => name)).toEqual(CHAT_NAMES);
});

test("a name that is no channel's has no record, though every object knows it", () => {
  expect(kindNamed(CHANNELS, "telegram")).toBe(CHANNELS.telegram);
  expect(["mallory", "constructor", ""].map((name) => kindNamed(CHANNELS, name))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each(["telegram", "discord", "slack", "whatsapp"] as const)(
  "%s is carried, and says what is missing",
  (name) => {
    const port = openChannels(CHANNELS, ENV, DEPS).get(name);
    expect(CHANNELS[name].carried).toBe(true);
    expect("missing" in port && notSetUp(CHANNELS[name], port.missing)).toMatch(
      new RegExp(`^${CHANNELS[name].label} is not set up on this instance: .+\\.$`),
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
  const counted = { ...kind, open: () => count(kind.open(ENV, "", DEPS)) };
  const channels = openChannels({ ...CHANNELS, slack: counted }, ENV, DEPS);
  expect(opened).toBe(0);
  const channel = "slack";
  expect(portOf(channels, { channel })).toBe(portOf(channels, { channel, account: "" }));
  expect(opened).toBe(1);
});

test("nobody reads along when the system wakes an agent: it reacts to no message then", () => {
  expect([CHANNELS.system.rules, CHANNELS.web.rules]).toEqual([{ react: "deny" }, undefined]);
});
