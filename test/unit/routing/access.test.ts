import { expect, test } from "vitest";
import {
  type Access,
  type AccessPolicy,
  accessOf,
  groupsOf,
  NO_RULES,
} from "../../../src/routing/access/access.ts";
import { accessSettings } from "../../../src/routing/access/access-settings.ts";

const STRANGER = { is_group: false, setting: "closed" as AccessPolicy, rules: NO_RULES };
const listed = { ...NO_RULES, sender: "listed" as const };
const blocked = { ...NO_RULES, sender: "blocked" as const };

test.each<[AccessPolicy, stranger: Access, listed: Access]>([
  ["closed", "refused", "refused"],
  ["pairing", "pair", "guest"],
  ["allowlist", "refused", "guest"],
  ["open", "guest", "guest"],
])("%s: a stranger's direct message is %s, that of a listed one %s", (setting, alone, onList) => {
  expect(accessOf({ ...STRANGER, setting })).toBe(alone);
  expect(accessOf({ ...STRANGER, setting, rules: listed })).toBe(onList);
  expect(accessOf({ ...STRANGER, setting, role: "guest" })).toBe("linked");
  expect(accessOf({ ...STRANGER, setting, role: "member", rules: blocked })).toBe("refused");
});

test("what the app says of an account goes before its setting, be it wider or narrower", () => {
  const rules = { ...NO_RULES, account: "open" as const };
  expect(accessOf({ ...STRANGER, rules })).toBe("guest");
  const narrow = { ...NO_RULES, account: "closed" as const };
  expect(accessOf({ ...STRANGER, setting: "open", rules: narrow })).toBe("refused");
});

test.each<[AccessPolicy, Access]>([
  ["closed", "refused"],
  ["pairing", "refused"],
  ["allowlist", "refused"],
  ["open", "guest"],
])("in a group of a %s account a stranger is %s, and is offered no code", (setting, access) => {
  expect(accessOf({ ...STRANGER, is_group: true, setting })).toBe(access);
});

test("being listed or paired as a guest gives no rights in a group that is not let in itself", () => {
  const inGroup = { ...STRANGER, is_group: true, setting: "pairing" as const };
  expect(accessOf({ ...inGroup, rules: listed })).toBe("refused");
  expect(accessOf({ ...inGroup, role: "guest" })).toBe("refused");
  expect(accessOf({ ...inGroup, role: "member" })).toBe("linked");
});

test("a group has its own policy, whatever the account's is", () => {
  const inGroup = (group: "closed" | "allowlist" | "open", more = {}) =>
    accessOf({ ...STRANGER, is_group: true, rules: { ...NO_RULES, group, ...more } });
  expect([inGroup("closed"), inGroup("allowlist"), inGroup("open")]).toEqual(["refused", "refused", "guest"]);
  expect(inGroup("allowlist", { sender: "listed" })).toBe("guest");
  expect(inGroup("closed", { account: "open" })).toBe("refused");
  expect(inGroup("open", { sender: "blocked" })).toBe("refused");
});

test("a topic is in its group", () => {
  expect(groupsOf("-100:7")).toEqual(["-100:7", "-100"]);
  expect(groupsOf("-100")).toEqual(["-100"]);
});

test("settings are read by the channel's name, account by account, and a wrong one is refused with the list", () => {
  const channels = [{ name: "telegram" }, { name: "slack", strangers: "guests" }] as const;
  const env = { TELEGRAM_ACCESS: "pairing", TELEGRAM_ACCESS_SALES_EU: " Open ", SLACK_ACCESS: "" };
  const of = accessSettings(env, channels);
  expect(of("telegram")).toBe("pairing");
  expect(of("telegram", "sales-eu")).toBe("open");
  expect(of("telegram", "other")).toBe("pairing");
  expect(of("slack")).toBe("open");
  expect(of("discord")).toBe("closed");
  expect(() => accessSettings({ SLACK_ACCESS: "friends" }, channels)).toThrow(
    "SLACK_ACCESS: must be one of closed, pairing, allowlist, open",
  );
});
