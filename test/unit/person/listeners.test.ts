import { describe, expect, it } from "vitest";
import { type Listener, Listeners } from "../../../durable-objects/person/listeners.ts";
import type { ConversationSummary, PersonFrame } from "../../../src/channels/web/wire.ts";
import type { Principal } from "../../../src/domain/principal.ts";

const ANN = { owner: "psn_ann", name: "Ann", role: "member" } as Principal;

/** Apps of one person, over an index that is read when the test says so. */
function scene(count: number) {
  const asked: (readonly string[])[] = [];
  const got: PersonFrame[][] = [];
  const left: number[] = [];
  const state = { isBroken: false, standing: ANN as Principal | undefined, gone: new Set<string>() };
  let apps: Listener[] = Array.from({ length: count }, () => {
    const frames: PersonFrame[] = [];
    got.push(frames);
    const listener: Listener = {
      principal: ANN,
      become: () => undefined,
      send: (frame) => frames.push(frame),
      leave({ code }) {
        left.push(code);
        apps = apps.filter((other) => other !== listener);
      },
    };
    return listener;
  });
  const listeners = new Listeners({
    person: "psn_ann",
    all: () => apps,
    log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
    async standing() {
      if (state.isBroken) throw new Error("D1 is away");
      return state.standing;
    },
    async listed(_person, ids) {
      asked.push(ids);
      if (state.isBroken) throw new Error("D1 is away");
      return ids.filter((id) => !state.gone.has(id)).map((id) => ({ id }) as ConversationSummary);
    },
  });
  return { listeners, asked, got, left, state };
}

describe("the open apps of a person", () => {
  it("are all told of a change, and of what is not in their lists any more", async () => {
    const { listeners, got, state } = scene(2);
    state.gone.add("cnv_2");
    await listeners.notify(["cnv_1", "cnv_2"]);
    const frames = [{ type: "conversations", items: [{ id: "cnv_1" }], gone: ["cnv_2"] }, { type: "inbox" }];
    expect(got).toEqual([frames, frames]);
  });

  it("cost no reading where there are none", async () => {
    const { listeners, asked } = scene(0);
    await listeners.notify(["cnv_1"]);
    expect(asked).toEqual([]);
  });

  it("are told together of what changes while the index is read, each once", async () => {
    const { listeners, asked, got } = scene(1);
    await Promise.all([["cnv_1"], ["cnv_2"], ["cnv_3", "cnv_2"]].map((ids) => listeners.notify(ids)));
    expect(asked).toEqual([["cnv_1"], ["cnv_2", "cnv_3"]]);
    expect(got[0]?.filter(({ type }) => type === "conversations")).toHaveLength(2);
  });

  it("are told of hundreds in frames of fifty", async () => {
    const { listeners, asked } = scene(1);
    await listeners.notify(Array.from({ length: 120 }, (_, at) => `cnv_${at}`));
    expect(asked.map((ids) => ids.length)).toEqual([50, 50, 20]);
  });

  it("are sent to connect anew when they cannot be told", async () => {
    const { listeners, left, state } = scene(2);
    state.isBroken = true;
    await listeners.notify(["cnv_1"]);
    expect(left).toEqual([1012, 1012]);
  });

  it("are closed for whoever is signed out, and to be asked again where nobody can tell", async () => {
    const { listeners, left, state } = scene(1);
    await listeners.recheck();
    expect(left).toEqual([]);
    state.standing = undefined;
    await listeners.recheck();
    expect(left).toEqual([4401]);
    const other = scene(1);
    other.state.isBroken = true;
    await other.listeners.recheck();
    expect(other.left).toEqual([1012]);
  });
});
