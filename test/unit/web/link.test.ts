import { describe, expect, it } from "vitest";
import { backoff } from "../../../web/connection/backoff.ts";
import { parseFrame } from "../../../web/connection/frames.ts";
import { Link, type LinkState } from "../../../web/connection/link.ts";
import { FakeClock, FakeSocket, settle } from "./fakes.ts";

function stage(verdict: "retry" | "stop" = "retry") {
  const clock = new FakeClock();
  const sockets: FakeSocket[] = [];
  const states: LinkState[] = [];
  const got: unknown[] = [];
  let cursor = 7;
  const link = new Link({
    after: clock.after,
    random: () => 1,
    cursor: () => cursor,
    diagnose: async () => verdict,
    open: (from, listener) => {
      const socket = new FakeSocket(from, listener);
      sockets.push(socket);
      return socket;
    },
    onEvent: (event) => {
      cursor = event.seq;
      got.push(event.type);
    },
    onFrame: (frame) => got.push(frame.type),
    onState: (state) => states.push(state),
  });
  const socket = () => sockets.at(-1) as FakeSocket;
  return { clock, sockets, socket, states, got, link };
}

const event = (seq: number) =>
  JSON.stringify({ type: "title", title: "x", seq, ts: "2026-11-21T20:00:00Z", turn_id: null });

describe("a conversation's connection", () => {
  it("starts at the cursor, and goes on from what came last", () => {
    const { clock, socket, sockets } = stage();
    socket().opens();
    socket().says(event(8), event(9));
    socket().breaks();
    clock.pass(500);
    expect(sockets.map((one) => one.cursor)).toEqual([7, 9]);
  });

  it("waits longer after each failure, and starts over once it was open", () => {
    const { clock, socket, states } = stage();
    socket().breaks();
    clock.pass(500);
    socket().breaks();
    clock.pass(999);
    expect(states.at(-1)).toEqual({ status: "waiting", attempt: 2 });
    clock.pass(1);
    socket().opens();
    socket().breaks();
    expect(states.at(-1)).toEqual({ status: "waiting", attempt: 1 });
  });

  it("doubles its pauses to fifteen seconds, and spreads them", () => {
    expect([1, 2, 3, 9].map((attempt) => backoff(attempt, () => 1))).toEqual([500, 1000, 2000, 15_000]);
    expect(backoff(1, () => 0)).toBe(250);
  });

  it("gives up on a peer that does not answer a ping", () => {
    const { clock, socket, states } = stage();
    socket().opens();
    clock.pass(25_000);
    expect(socket().sent).toEqual([{ type: "ping" }]);
    clock.pass(8_000);
    expect(socket().isClosed).toBe(true);
    expect(states.at(-1)?.status).toBe("waiting");
  });

  it("stays with a peer that answers", () => {
    const { clock, socket, states } = stage();
    socket().opens();
    clock.pass(25_000);
    socket().says({ type: "pong" });
    clock.pass(24_000);
    expect(states.at(-1)).toEqual({ status: "live" });
  });

  it("gives up on a connection that neither opens nor fails", () => {
    const { clock, states } = stage();
    clock.pass(10_000);
    expect(states.at(-1)).toEqual({ status: "waiting", attempt: 1 });
  });

  it("tries at once when told that the network is back", () => {
    const { socket, sockets, link } = stage();
    socket().breaks();
    link.nudge();
    expect(sockets).toHaveLength(2);
  });

  it("stops when the server says that there is nothing to connect to", async () => {
    const { clock, socket, sockets, states } = stage("stop");
    socket().breaks();
    await settle();
    clock.pass(60_000);
    expect(states.at(-1)).toEqual({ status: "closed" });
    expect(sockets).toHaveLength(1);
  });

  it("does not listen to a socket it has left", () => {
    const { clock, socket, got } = stage();
    const old = socket();
    old.opens();
    old.breaks();
    clock.pass(500);
    socket().opens();
    old.says(event(8));
    old.breaks();
    expect(got).toEqual([]);
  });

  it("says that nothing was sent while there is no open socket", () => {
    const { socket, link } = stage();
    expect(link.send({ type: "halt" })).toBe(false);
    socket().opens();
    expect(link.send({ type: "halt" })).toBe(true);
  });

  it("takes events and frames apart, and lets by what it does not know", () => {
    const { socket, got } = stage();
    socket().opens();
    socket().says(
      event(8),
      { type: "ready", seq: 8 },
      '{"type":"something_new","seq":9,"ts":"x"}',
      "not json",
      "null",
      '{"type":"text"}',
    );
    expect(got).toEqual(["title", "ready"]);
    expect(parseFrame(new ArrayBuffer(2))).toBeUndefined();
  });
});
