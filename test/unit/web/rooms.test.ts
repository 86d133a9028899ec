import { describe, expect, it } from "vitest";
import type { RoomAgent, RoomDecision, RoomVisit, WholeRoom } from "../../../web/api/rooms.ts";
import { candidates, draftOfRoom, fieldsOf, toggleCastMember } from "../../../web/pages/rooms/edit/draft.ts";
import { decisionWords, visitWords } from "../../../web/pages/rooms/visit-words.ts";
import { routeOf } from "../../../web/session/browser/routes.ts";
import { openWords } from "../../../web/ui/opening.ts";
import { portraitOf } from "../../../web/ui/pictures/portraits.ts";
import {
  charactersIn,
  clockSince,
  endWords,
  leftWords,
  lengthWords,
  messagesLeft,
  minutesUntil,
  weatherWords,
} from "../../../web/visit/words.ts";

const NOW = Date.parse("2026-11-23T20:00:00.000Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

describe("a visit in words", () => {
  it("counts its time, and what is left of it", () => {
    expect(clockSince(at(-1), NOW + 7_000)).toBe("1:07");
    expect(clockSince(at(-62), NOW)).toBe("1:02:00");
    expect(clockSince(at(1), NOW)).toBe("0:00");
    expect([minutesUntil(at(4.5), NOW), minutesUntil(at(-1), NOW), minutesUntil(null, NOW)]).toEqual([
      5, 0, 0,
    ]);
    const left = [0, 1, 25].map((used) =>
      leftWords(messagesLeft({ message_count: 30 - used, message_limit: 30 })),
    );
    expect(left).toEqual(["No messages left", "1 message left", "25 messages left"]);
  });

  it("counts characters as the room does, and says how many are too many", () => {
    expect(charactersIn("añ🍋")).toBe(3);
    expect([lengthWords(480, 500), lengthWords(500, 500), lengthWords(512, 500)]).toEqual([
      "20 left",
      "0 left",
      "12 too many",
    ]);
  });

  it("says the weather, and how it ended", () => {
    const weather = { place: "Lisbon", sky: "light rain", temperature_c: 15.6, is_day: false };
    expect(weatherWords(weather)).toBe("16 °C, light rain in Lisbon");
    const end = { session_status: "ended", message_count: 3, message_limit: 30 } as const;
    const left = ["psn_ben"];
    expect(endWords({ ...end, left }, "psn_ann")).toBe(
      "You've left. This visit stays in your conversations.",
    );
    expect(endWords({ ...end, left }, "psn_ben")).toContain("the others are still there");
    expect(endWords({ ...end, left, message_count: 30 })).toContain("last round");
    expect(endWords({ ...end, left, session_status: "kicked" })).toContain("quiet");
  });
});

describe("a room in words", () => {
  it("says whether it is open, and until when", () => {
    expect(openWords({ is_open: true, opens_at: null, closes_at: null }, NOW)).toBe("Open");
    expect(openWords({ is_open: true, opens_at: null, closes_at: at(60) }, NOW)).toMatch(/^Open until \d/);
    expect(openWords({ is_open: false, opens_at: at(3 * 1_440), closes_at: null }, NOW)).toMatch(
      /^Opens Thursday, /,
    );
  });

  it("tells its keeper of visits and of who answered", () => {
    const visit: RoomVisit = {
      id: "cnv_1",
      owner: "psn_1",
      name: "Ada",
      status: "ended",
      started_at: at(-9),
      ended_at: at(-1),
      message_count: 1,
      is_shared: false,
    };
    expect(visitWords(visit)).toBe("Ended · 1 message · 8 min 0 s");
    const decision: RoomDecision = {
      turn_id: "trn_1",
      agent: "blanca",
      by: "moderation",
      reason: "",
      mute: "jb",
      at: at(0),
    };
    const names: Record<string, string> = { blanca: "Blanca", jb: "JB" };
    expect(decisionWords(decision, (slug) => names[slug] ?? slug)).toBe(
      "Blanca answered to keep the rules; JB stayed silent after that",
    );
  });

  it("has an address, and nothing else has it", () => {
    expect(routeOf("/rooms/bar")).toEqual({ page: "room", slug: "bar" });
    expect(routeOf("/rooms")).toMatchObject({ page: "named", name: "rooms" });
    for (const path of ["/rooms/Bar", "/rooms/a%20b", "/rooms/bar/x"])
      expect(routeOf(path)).toEqual({ page: "missing" });
  });
});

describe("the form of a room", () => {
  const empty = draftOfRoom(null, "UTC");

  it("keeps the duties with who is there", () => {
    const one = { ...empty, ...toggleCastMember(empty, "bart") };
    expect(one).toMatchObject({ cast: ["bart"], host: "bart", moderator: "" });
    const two = { ...one, ...toggleCastMember(one, "blanca"), moderator: "blanca", host: "bart" };
    expect(toggleCastMember(two, "blanca")).toEqual({
      cast: ["bart"],
      host: "bart",
      moderator: "",
      crisis_agent: "",
    });
    expect(toggleCastMember(two, "bart")).toMatchObject({
      cast: ["blanca"],
      host: "blanca",
      moderator: "blanca",
    });
  });

  it("says what a new room is, and who may come in only for the operator", () => {
    const draft = { ...empty, name: " Café Nuit ", cast: ["bart"], host: "bart" };
    expect(fieldsOf(draft, false)).toMatchObject({
      slug: "cafe-nuit",
      name: "Café Nuit",
      moderator: null,
      weather: null,
      opening_hours: null,
    });
    expect(fieldsOf(draft, false)).not.toHaveProperty("audience");
    // The house's own list of help is taken where nobody has written another.
    expect(fieldsOf(draft, false).crisis).toEqual({ days: 7 });
    const named = { ...draft, audience: { open: "named" as const, named: "psn_1\n\n psn_2 " } };
    expect(fieldsOf(named, true).audience).toEqual(["psn_1", "psn_2"]);
  });

  it("comes out as it went in", () => {
    const draft = {
      ...empty,
      slug: "bar",
      name: "Bar",
      cast: ["bart"],
      host: "bart",
      audience: { open: "everyone" as const, named: "" },
    };
    const spans = [{ days: ["fri" as const], from: "18:00", to: "02:00" }];
    const help = [
      { country: "default", text: "Call 112." },
      { country: "de", text: "116 123" },
    ];
    const kept = {
      router_model: "test/router",
      host_memory: { visits: 2, first: 1, last: 5 },
      crisis: { days: 3, resources: help },
      opening_hours: { spans, time_zone: "Europe/Lisbon" },
      weather: { isSet: true, name: "Lisbon", latitude: 38.7, longitude: -9.1 },
    };
    const fields = fieldsOf({ ...draft, ...kept }, true);
    const room = { ...fields, version: 3, agents: [] } as unknown as WholeRoom;
    expect(fields.crisis).toEqual({ days: 3, resources: { default: "Call 112.", DE: "116 123" } });
    expect(fields.router_model).toBe("test/router");
    expect(fieldsOf(draftOfRoom(room, "UTC"), true)).toEqual(fields);
  });

  it("offers those who are in it once, and first", () => {
    const agent = (slug: string): RoomAgent => ({ slug, name: slug, role: "", color: null, picture: null });
    const offered = candidates([agent("nightjar"), agent("bart")], [agent("bart")]);
    expect(offered.map(({ slug }) => slug)).toEqual(["bart", "nightjar"]);
  });
});

it("whoever was not drawn has no portrait", () => {
  expect([portraitOf("bart"), portraitOf("nightjar")]).toEqual(["/portraits/bart.svg", null]);
});
