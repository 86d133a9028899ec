import { expect, test } from "vitest";
import { sharePlaces, toggleShare } from "../../../web/pages/capabilities/sharing.ts";
import { asName, namedSecrets, SECRET_NAME } from "../../../web/pages/secrets/secrets.ts";

const KEPT = [{ name: "OLD", hint: "1234", updated_at: "2026-11-01T00:00:00Z" }];

test("secrets are listed with who uses them, and those that are asked for and not set", () => {
  const capabilities = [
    { name: "weather", secrets: ["KEY", "OLD"] },
    { name: "news", secrets: ["KEY"] },
  ];
  expect(namedSecrets(KEPT, capabilities)).toEqual([
    { name: "KEY", kept: null, users: ["weather", "news"] },
    { name: "OLD", kept: KEPT[0], users: ["weather"] },
  ]);
  expect(namedSecrets(KEPT, [])).toMatchObject([{ name: "OLD", users: [] }]);
});

test("what is typed as a name becomes one, or is seen not to be one", () => {
  expect(asName(" my new-key ")).toBe("MY_NEW_KEY");
  expect(SECRET_NAME.test(asName("my new-key"))).toBe(true);
  expect(SECRET_NAME.test(asName("2nd"))).toBe(false);
  expect(SECRET_NAME.test(asName(""))).toBe(false);
});

test("places are those that one may change, and those to be taken back", () => {
  const own = [
    { slug: "b", name: "Bee" },
    { slug: "a", name: "Ann" },
  ];
  expect(sharePlaces(own, ["b", "gone"])).toEqual([
    { slug: "a", name: "Ann", isShared: false },
    { slug: "b", name: "Bee", isShared: true },
    { slug: "gone", name: "gone", isShared: true },
  ]);
  expect(toggleShare({ agents: ["b"], rooms: ["bar"] }, "agents", "b")).toEqual({
    agents: [],
    rooms: ["bar"],
  });
  expect(toggleShare({ agents: [], rooms: ["bar"] }, "rooms", "hall")).toEqual({
    agents: [],
    rooms: ["bar", "hall"],
  });
});
