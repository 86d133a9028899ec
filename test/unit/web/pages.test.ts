import { describe, expect, it } from "vitest";
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";
import { query } from "../../../web/api/http.ts";
import { nextName, piecesOf, withPasted } from "../../../web/chat/message/pasted-text.ts";
import { groupsOf } from "../../../web/frame/groups.ts";
import { shareOf, whoseOf } from "../../../web/pages/costs/budget-words.ts";
import { coloursOf, columnsOf } from "../../../web/pages/costs/chart.ts";
import { everyDay } from "../../../web/pages/costs/days.ts";
import {
  chatPath,
  itemPath,
  roomPath,
  roomSettingsPath,
  routeOf,
} from "../../../web/session/browser/routes.ts";
import { gist, pretty, progressWords } from "../../../web/thread/tool-words.ts";
import { ago, bytes, duration, modelName, money, tokens, toolName } from "../../../web/ui/format.ts";

describe("addresses of the app", () => {
  it("lead to conversations and pages", () => {
    expect(routeOf("/")).toEqual({ page: "chat", id: null });
    expect(routeOf("/c/cnv_1")).toEqual({ page: "chat", id: "cnv_1" });
    expect(routeOf(chatPath("cnv_1"))).toEqual({ page: "chat", id: "cnv_1" });
    expect(routeOf("/live")).toEqual({ page: "named", name: "live", item: null });
    expect(routeOf(itemPath("agents", "tutor"))).toEqual({ page: "named", name: "agents", item: "tutor" });
    expect(routeOf(roomPath("bar"))).toEqual({ page: "room", slug: "bar" });
    expect(routeOf(roomSettingsPath("bar"))).toEqual({ page: "named", name: "rooms", item: "bar" });
    expect(routeOf("/signin")).toEqual({ page: "chat", id: null });
  });

  it("lead nowhere otherwise", () => {
    for (const path of ["/nope/x/y", "/c/a/b", "/rooms/bar/x"])
      expect(routeOf(path)).toEqual({ page: "missing" });
    expect(routeOf("/c/%zz")).toEqual({ page: "missing" });
  });
});

describe("the list of conversations", () => {
  const now = new Date(2026, 10, 21, 15).getTime();
  const at = (id: string, days: number, pinned = false) =>
    ({ id, pinned, updated_at: new Date(now - days * 86_400_000).toISOString() }) as ConversationSummary;

  it("is grouped by when they were last spoken in, pinned ones first", () => {
    const groups = groupsOf(
      [at("a", 0), at("b", 1), at("c", 4), at("d", 20), at("e", 60), at("p", 90, true)],
      now,
    );
    expect(groups.map((group) => [group.name, ...group.items.map((item) => item.id)])).toEqual([
      ["Pinned", "p"],
      ["Today", "a"],
      ["Yesterday", "b"],
      ["Past seven days", "c"],
      ["Past thirty days", "d"],
      ["September 2026", "e"],
    ]);
  });
});

describe("pasted text", () => {
  it("goes into the message in a fence that it cannot close, and comes out of it again", () => {
    const text = "a\n```\nb ```` c\n```";
    const sent = withPasted("Look at this", [{ name: "pasted-1.txt", text }]);
    expect(piecesOf(sent)).toEqual([
      { kind: "words", text: "Look at this" },
      { kind: "pasted", name: "pasted-1.txt", text },
    ]);
  });

  it("may stand alone, or several together", () => {
    const both = [
      { name: "pasted-1.txt", text: "one" },
      { name: "pasted-2.txt", text: "two" },
    ];
    expect(piecesOf(withPasted("", both)).map((piece) => piece.text)).toEqual(["one", "two"]);
    expect(nextName([])).toBe("pasted-1.txt");
    expect(nextName(both.slice(1))).toBe("pasted-3.txt");
  });

  it("leaves words without fences as they are", () => {
    expect(piecesOf("line one\nline `two`")).toEqual([{ kind: "words", text: "line one\nline `two`" }]);
  });
});

describe("what a tool was asked", () => {
  it("is told by the argument that says most", () => {
    expect(gist({ count: 5, query: "night\n jar" })).toBe("night jar");
    expect(gist({ deep: { a: 1 }, n: 3 })).toBe("3");
    expect(gist("{broken")).toBe("{broken");
    expect(gist(null)).toBe("");
    expect(gist({ text: "x".repeat(200) })).toHaveLength(120);
  });

  it("is told whole on demand", () => {
    expect(pretty({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(progressWords({ stage: "expanding" })).toBe("expanding");
    expect(progressWords({ found: 3 })).toBe('{"found":3}');
    expect(progressWords("half way")).toBe("half way");
    expect(progressWords({ progress: 2, total: 4, message: "half way" })).toBe("half way");
    expect(progressWords({ progress: 2, total: 4 })).toBe("2 of 4");
    expect(progressWords({ progress: 2 })).toBe("2");
  });
});

describe("numbers for people", () => {
  it("are short and true", () => {
    expect([0, 0.00004, 0.0012, 0.05, 0.5, 12.345].map(money)).toEqual([
      "$0",
      "< $0.0001",
      "$0.0012",
      "$0.05",
      "$0.50",
      "$12.35",
    ]);
    expect([999, 1000, 1240, 10_400, 999_960, 1_250_000].map(tokens)).toEqual([
      "999",
      "1k",
      "1.2k",
      "10k",
      "1M",
      "1.3M",
    ]);
    expect([3, 940, 1000, 9900, 59_400, 61_000, 3_660_000].map(duration)).toEqual([
      "0 ms",
      "940 ms",
      "1 s",
      "9.9 s",
      "59 s",
      "1 min 1 s",
      "1 h 1 min",
    ]);
    expect([500, 4200, 2_500_000].map(bytes)).toEqual(["500 B", "4.2 kB", "2.5 MB"]);
    expect(modelName("anthropic/claude")).toBe("claude");
    expect(toolName("cap_bird_count")).toBe("Bird count");
  });

  it("tell how long ago in few words", () => {
    const now = Date.UTC(2026, 10, 21);
    expect([10, 90, 7200, 200_000].map((seconds) => ago(now - seconds * 1000, now))).toEqual([
      "just now",
      "2 min ago",
      "2 h ago",
      "2 d ago",
    ]);
  });
});

describe("spending by day", () => {
  const now = Date.UTC(2026, 10, 21, 13);
  const spent = (key: string, cost_usd: number) => ({ key, cost_usd, calls: 1 });

  it("has every day, also those without", () => {
    expect(everyDay([spent("2026-11-20", 2)], 3, now)).toEqual([
      { key: "2026-11-19", cost_usd: 0, calls: 0 },
      { key: "2026-11-20", cost_usd: 2, calls: 1 },
      { key: "2026-11-21", cost_usd: 0, calls: 0 },
    ]);
  });

  it("begins with the first day that is known when no span is given", () => {
    expect(everyDay([spent("2026-11-18", 1), spent("2026-11-21", 1)], null, now)).toHaveLength(4);
    expect(everyDay([], null, now)).toHaveLength(1);
  });
});

describe("a query", () => {
  it("holds what is set", () => {
    expect(query({ q: "a b", cursor: null, limit: 3, x: undefined, y: "" })).toBe("?q=a+b&limit=3");
    expect(query({})).toBe("");
  });
});

describe("a chart of days", () => {
  const day = (key: string, cost_usd: number) => ({ key, cost_usd, calls: 1 });
  const part = (of: string, key: string, cost_usd: number) => ({ day: of, key, cost_usd });

  it("stacks the parts of each day, the highest day being one", () => {
    const colours = coloursOf(["a", "b"]);
    const parts = [part("1", "b", 1), part("1", "a", 3), part("2", "a", 2)];
    const [first, second] = columnsOf([day("1", 4), day("2", 2)], parts, colours);
    expect(first?.slices.map(({ key, from, height }) => [key, from, height])).toEqual([
      ["a", 0, 0.75],
      ["b", 0.75, 0.25],
    ]);
    expect(second?.slices).toMatchObject([{ key: "a", from: 0, height: 0.5 }]);
  });

  it("puts all that have no colour of their own together", () => {
    const colours = coloursOf(["a", "b", "c", "d", "e", "f", "g"]);
    expect(colours.size).toBe(5);
    const parts = [part("1", "f", 1), part("1", "g", 2), part("1", "free", 0)];
    expect(columnsOf([day("1", 3)], parts, colours)[0]?.slices).toMatchObject([{ key: null, cost_usd: 3 }]);
  });
});

describe("budgets", () => {
  const names = { agent: (slug: string) => `agent ${slug}`, person: (id: string) => `person ${id}` };

  it("say whose they are", () => {
    const whose = (scope: "user" | "agent" | "instance", key: string) => whoseOf({ scope, key }, names);
    expect([whose("instance", "*"), whose("user", "*"), whose("user", "p"), whose("agent", "s")]).toEqual([
      "Total",
      "Each person",
      "person p",
      "agent s",
    ]);
  });

  it("say how much of them is used, where that is one number", () => {
    expect(shareOf({ spent_usd: 1, limit_usd: 4 })).toBe(0.25);
    expect(shareOf({ spent_usd: 5, limit_usd: 4 })).toBe(1);
    expect(shareOf({ spent_usd: 0, limit_usd: 0 })).toBe(1);
    expect(shareOf({ spent_usd: null, limit_usd: 4 })).toBeNull();
  });
});
