import { describe, expect, it } from "vitest";
import { edgesOf, type Rooms, refusal, roomOf } from "../../../../scripts/check/layout/judge.mjs";
import { roomGraph } from "../../../../scripts/check/layout/page.mjs";
import { ROOMS } from "../../../../scripts/check/layout/rooms.mjs";

const rooms: Rooms = ROOMS;
const names = Object.keys(rooms);
const arrows = roomGraph(rooms);

/** A file of the room that no list names by itself. */
const fileIn = (room: string) => (/\.\w+$/.test(room) ? room : `${room}/a-new-idea.ts`);

/** What the check says of one import of a room, as a path or as a package. */
function verdict(room: string, target: string, isPackage = false) {
  const up = "../".repeat(fileIn(room).split("/").length - 1);
  const from = isPackage ? target : `${up || "./"}${target}`;
  const line = `import type { Thing } from "${from}";`;
  const text = fileIn(room).endsWith(".svelte") ? `<script lang="ts">${line}</script>` : line;
  const [edge] = edgesOf(new Map([[fileIn(room), text]]));
  return edge && refusal(edge, rooms);
}

/** Upward first: the room that stands on this one is the most telling thing it must not know. */
function forbiddenFor(room: string): string {
  const others = names.filter((name) => name !== room && !arrows.get(room)?.has(name));
  const above = others.find((name) => arrows.get(name)?.has(room));
  return above ?? others[0] ?? "";
}

describe.each(names)("the room %s", (room) => {
  it("is refused a room and a package that are not on its lists", () => {
    const target = fileIn(forbiddenFor(room));
    expect(verdict(room, target)).toContain(`imports ${target} (Thing), which is not in the list of ${room}`);
    expect(verdict(room, "left-pad", true)).toContain(
      "the package left-pad (Thing), which is not in the list",
    );
  });

  it("may import what is on its lists", () => {
    for (const entry of rooms[room]?.may ?? []) {
      const target = entry in rooms ? fileIn(entry) : entry.replaceAll("*", "x");
      expect(verdict(room, target)).toBeUndefined();
    }
    for (const entry of rooms[room]?.packages ?? []) {
      expect(verdict(room, entry.replaceAll("*", "x"), true)).toBeUndefined();
    }
  });
});

it("every room says in a sentence what it is", () => {
  const silent = names.filter((name) => !/^\S.{10,160}\.$/.test(rooms[name]?.sentence ?? ""));
  expect(silent).toEqual([]);
});

it("every entry of a list names a room or a file of one", () => {
  const entries = Object.values(rooms).flatMap((room) => room.may);
  expect(entries.filter((entry) => roomOf(entry, rooms) === undefined)).toEqual([]);
});
