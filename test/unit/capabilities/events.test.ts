import { describe, expect, it } from "vitest";
import { type FollowDeps, follow, type NumberedBuildEvent } from "../../../src/capabilities/builds/follow.ts";
import type { Build } from "../../../src/capabilities/builds/record/build.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { trustId } from "../../../src/domain/ids.ts";

const BUILD: Build = {
  id: trustId<"bld">("bld_1"),
  owner: "ann",
  name: "weather_lookup",
  description: "Look up the weather.",
  conversation_id: trustId<"cnv">("cnv_house"),
  call_id: trustId<"call">("r1"),
  child_id: trustId<"cnv">("cnv_child"),
  is_live: false,
  status: "building",
  progress: "",
  allowed: [],
  version: null,
  error: null,
  steps: 0,
  cost_usd: 0,
  created_at: 0,
  ended_at: null,
};

const call_id = trustId<"call">("q1");
const TURN = { type: "turn_end", status: "completed" } as unknown as EventBody;
const WORK: EventBody[] = [
  { type: "text", delta: "Let me see." },
  {
    type: "tool_start",
    call_id: trustId<"call">("p1"),
    name: "report_progress",
    input: { text: "Writing it" },
  },
  { type: "question", call_id, question: "Which unit?", options: ["C", "F"] },
  { type: "tool_result", call_id, name: "ask_user", result: "C", is_error: false },
];

/** As the conversation sends them: in two pieces, anywhere. */
function sent(bodies: readonly EventBody[], cursor: number): ReadableStream<Uint8Array> {
  const frames = bodies.map((body, at) => {
    const event = { ...body, seq: at + 1, ts: "2026-11-23T10:00:00Z", turn_id: null };
    return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  });
  const bytes = new TextEncoder().encode(frames.slice(cursor).join(""));
  const half = Math.floor(bytes.length / 2);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, half));
      controller.enqueue(bytes.slice(half));
      controller.close();
    },
  });
}

async function told(deps: Partial<FollowDeps>, cursor = 0): Promise<NumberedBuildEvent[]> {
  const all: NumberedBuildEvent[] = [];
  const quiet = {
    build: async () => BUILD,
    open: async () => undefined,
    pause: () => new Promise<void>((resolve) => void setImmediate(resolve)),
  };
  for await (const event of follow({ ...quiet, ...deps }, cursor, new AbortController().signal))
    all.push(event);
  return all;
}

describe("the events of a build", () => {
  const done: Build = { ...BUILD, status: "completed", version: 2 };

  it("are its progress, its questions and its end, and nothing else of what the Builder does", async () => {
    const open = async (_id: string, cursor: number) => sent([...WORK, TURN], cursor);
    expect(await told({ build: async () => done, open })).toEqual([
      { type: "progress", text: "Writing it", seq: 2 },
      { type: "question", call_id, question: "Which unit?", options: ["C", "F"], seq: 3 },
      { type: "answered", call_id, seq: 4 },
      { type: "complete", name: "cap_weather_lookup", version: 2, seq: 5 },
    ]);
  });

  it("go on after the last one that was read", async () => {
    const open = async (_id: string, cursor: number) => sent([...WORK, TURN], cursor);
    expect((await told({ build: async () => done, open }, 3)).map(({ seq }) => seq)).toEqual([5]);
  });

  it("go on where the stream broke off, and wait for a Builder that is on its way", async () => {
    const more = [undefined, sent(WORK.slice(0, 2), 0), sent([...WORK, TURN], 2)];
    const build = async () => (more.length > 0 ? BUILD : done);
    expect((await told({ build, open: async () => more.shift() })).map(({ type }) => type)).toEqual([
      "progress",
      "question",
      "answered",
      "complete",
    ]);
  });

  it("have an end for a reader who has read all but that, and for one who has read all", async () => {
    const open = async (_id: string, cursor: number) => sent([...WORK, TURN], cursor);
    const silent = async () => new ReadableStream<Uint8Array>();
    expect(await told({ build: async () => done, open }, 4)).toMatchObject([{ type: "complete", seq: 5 }]);
    expect(await told({ build: async () => done, open: silent }, 5)).toMatchObject([{ type: "complete" }]);
  });

  it("of one that failed tell why, also where nothing was begun", async () => {
    const failed: Build = { ...BUILD, status: "failed", error: "It was stopped.", child_id: null };
    expect(await told({ build: async () => failed })).toEqual([
      { type: "error", reason: "It was stopped.", seq: 1 },
    ]);
    const open = async () =>
      sent([{ type: "error", error: "internal", reason: "Broken.", retryable: true }, TURN], 0);
    expect(await told({ open })).toEqual([{ type: "error", reason: "Broken.", seq: 2 }]);
  });
});
