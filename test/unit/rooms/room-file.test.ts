import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAgentFile } from "../../../src/agents/agent-file.ts";
import type { Room } from "../../../src/domain/room.ts";
import { ROOM_DEFAULTS } from "../../../src/rooms/defaults.ts";
import { changedRoom, roomFieldsOf } from "../../../src/rooms/fields.ts";
import { parseRoomFile, roomFile } from "../../../src/rooms/room-file.ts";

const R2 = new URL("../../../r2/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, R2), "utf8");

const PLAIN: Room = {
  ...ROOM_DEFAULTS,
  slug: "attic",
  name: "Attic",
  cast: ["ann"],
  host: "ann",
  version: 2,
};

const WHOLE: Room = {
  ...PLAIN,
  description: "Under: the roof",
  cast: ["ann", "ben", "eve"],
  moderator: "ben",
  crisis_agent: "eve",
  router_prompt: "- ann: dust\n- ben: noise",
  router_model: "openai/small",
  limits: { ...ROOM_DEFAULTS.limits, messages: 8, last_call_before: 2 },
  inactivity: { warn_after_minutes: 3, close_after_minutes: 4 },
  crisis: { days: 2, resources: { default: "Call somebody.", DE: "112" } },
  weather: { name: "Lisbon", latitude: 38.7, longitude: -9.1 },
  opening_hours: {
    time_zone: "Europe/Lisbon",
    spans: [{ days: ["fri", "sat"], from: "20:00", to: "02:00" }],
  },
  audience: ["psn_ben"],
  is_shared: true,
  sayings: { ...ROOM_DEFAULTS.sayings, welcome: "Mind your head." },
  look: { color: "#123456", picture: "fil_0123456789" },
  owner: "psn_ann",
};

describe("a room as a file", () => {
  it.each([PLAIN, WHOLE])("comes back as it was", (room) => {
    const { slug, fields } = parseRoomFile(roomFile(room), "attic.md");
    expect({ slug, fields }).toEqual({ slug: "attic", fields: roomFieldsOf(room) });
  });

  it("says no more than what differs from the usual", () => {
    expect(roomFile(PLAIN)).toBe("---\nslug: attic\nname: Attic\ncast:\n  - ann\nhost: ann\n---\n\n\n");
  });

  const file = (yaml: string) => `---\nname: Attic\ncast: [ann, ben]\nhost: ann\n${yaml}\n---\n`;
  it.each([
    ["host: ben", /not valid YAML/],
    ["moderator: eve", /moderator: "eve" is not in the cast/],
    ["limits: {last_call_before: 30}", /last_call_before: it is less than limits.messages/],
    ["limits: {mesages: 3}", /mesages/],
    ["inactivity: {warn_after_minutes: 20}", /close_after_minutes: it is more than/],
    ["crisis: {resources: {DE: '112'}}", /`default`/],
    ["crisis: {resources: {default: x, Germany: y}}", /countries are written as DE/],
    [
      "opening_hours: {time_zone: Mars, spans: [{days: [mon], from: '10:00', to: '24:00'}]}",
      /no such time zone[\s\S]*HH:MM/,
    ],
    ["look: {color: red}", /#rrggbb/],
    ["router_prompt: x", /the text below the front matter/],
    ["audience: nobody", /an audience is people, everyone/],
    ["colour: red", /colour/],
  ])("is refused with the field that is wrong: %s", (yaml, reason) => {
    expect(() => parseRoomFile(file(yaml), "attic.md")).toThrow(reason);
  });
});

it("a change of a part of a group leaves the rest of it", () => {
  const { limits } = changedRoom(WHOLE, { limits: { people: 2 } as Room["limits"] });
  expect(limits).toEqual({ ...WHOLE.limits, people: 2 });
});

describe("the bar", () => {
  const { fields } = parseRoomFile(read("rooms/bar.md"), "r2/rooms/bar.md");
  const shipped = readdirSync(new URL("agents", R2)).map((name) => name.replace(".md", ""));

  it("has a cast of agents that come with it, each of them said to be for something", () => {
    expect(shipped).toEqual(expect.arrayContaining([...fields.cast]));
    for (const slug of fields.cast) expect(fields.router_prompt).toContain(`- ${slug}: `);
  });

  it.each(fields.cast)("gives %s no tools, no memory, and a voice of 400 to 800 tokens", (slug) => {
    const { fields: agent } = parseAgentFile(read(`agents/${slug}.md`), slug);
    expect(agent).toMatchObject({ tools: { "*": "deny" }, memory: "none", audience: [] });
    const tokens = agent.instructions.length / 4;
    expect(tokens).toBeGreaterThan(400);
    expect(tokens).toBeLessThan(800);
  });
});
