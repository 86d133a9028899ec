import { describe, expect, it } from "vitest";
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";
import { PendingUpdates, withListUpdate } from "../../../web/session/list/list-updates.ts";
import { PersonSession } from "../../../web/session/person/person-session.ts";
import { FakeClock, FakeSocket } from "./fakes.ts";

const item = (id: string, updated_at: string, more: Partial<ConversationSummary> = {}) =>
  ({ id, updated_at, pinned: false, archived: false, ...more }) as ConversationSummary;

describe("one's own socket", () => {
  it("has everything read each time it connects, and hears what changes from then on", () => {
    const clock = new FakeClock();
    const sockets: FakeSocket[] = [];
    const heard: unknown[] = [];
    const session = new PersonSession({
      after: clock.after,
      random: () => 1,
      diagnose: async () => "retry",
      openSocket(listener) {
        const socket = new FakeSocket(0, listener);
        sockets.push(socket);
        return socket;
      },
      connected: () => heard.push("connected"),
      changed: (items, gone) => heard.push([items.map(({ id }) => id), gone]),
      inboxChanged: () => heard.push("inbox"),
    });
    const [first] = sockets;
    first?.opens();
    first?.says('{"type":"ready"}', '{"type":"conversations","items":[{"id":"cnv_1"}],"gone":["cnv_2"]}');
    first?.says('{"type":"inbox"}', '{"type":"of a newer server"}', "not JSON");
    expect(heard).toEqual(["connected", [["cnv_1"], ["cnv_2"]], "inbox"]);
    first?.breaks();
    clock.pass(500);
    sockets[1]?.opens();
    sockets[1]?.says('{"type":"ready"}');
    expect(heard.at(-1)).toBe("connected");
    session.close();
    expect(sockets[1]?.isClosed).toBe(true);
  });
});

describe("a list that is told of changes", () => {
  const list = [item("c", "2026-11-03"), item("b", "2026-11-02"), item("a", "2026-11-01")];
  const ids = (items: readonly ConversationSummary[]) => items.map(({ id }) => id);

  it("takes in what is new and what has moved, in the server's order", () => {
    const told = { items: [item("a", "2026-11-04"), item("d", "2026-11-05")], gone: [] };
    expect(ids(withListUpdate(list, told))).toEqual(["d", "a", "c", "b"]);
    const pinned = { items: [item("a", "2026-11-01", { pinned: true })], gone: [] };
    expect(ids(withListUpdate(list, pinned))).toEqual(["a", "c", "b"]);
  });

  it("loses what is gone or archived, and never gains an archived one", () => {
    const archived = [
      item("b", "2026-11-02", { archived: true }),
      item("x", "2026-11-09", { archived: true }),
    ];
    expect(ids(withListUpdate(list, { items: archived, gone: ["c"] }))).toEqual(["a"]);
  });

  it("keeps what is told while a page is read, which the late page does not have", () => {
    const meanwhile = new PendingUpdates();
    meanwhile.hear({ items: [item("early", "2026-11-01")], gone: [] });
    meanwhile.begin();
    meanwhile.hear({ items: [item("d", "2026-11-05")], gone: ["a"] });
    const page = meanwhile.end().reduce(withListUpdate, list);
    expect(ids(page)).toEqual(["d", "c", "b"]);
    expect(meanwhile.end()).toEqual([]);
  });

  it("tells again only what came since the newest reading began", () => {
    const meanwhile = new PendingUpdates();
    meanwhile.begin();
    meanwhile.hear({ items: [item("old", "2026-11-01")], gone: [] });
    meanwhile.begin();
    meanwhile.hear({ items: [item("new", "2026-11-06")], gone: [] });
    expect(meanwhile.end().flatMap(({ items }) => ids(items))).toEqual(["new"]);
  });
});
