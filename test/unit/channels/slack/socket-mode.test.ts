/** Socket Mode over a socket of the test's own: what Slack sends, and what is answered. */
import { expect, it } from "vitest";
import type { WebhookRequest } from "../../../../src/channels/channel.ts";
import type { SocketAddress } from "../../../../src/channels/slack/socket/address.ts";
import { SocketMode } from "../../../../src/channels/slack/socket/socket-mode.ts";
import { createLog } from "../../../../src/observability/log.ts";

const READY: SocketAddress = { status: "ready", url: "wss://slack.test/1" };

function listening(
  addresses: SocketAddress[],
  take: (request: WebhookRequest) => Promise<string | undefined>,
) {
  const sent: string[] = [];
  const refused: string[] = [];
  const pauses: number[] = [];
  const opened: { message(text: string): void; onClose(code: number): void }[] = [];
  let wake = () => {};
  const mode = new SocketMode({
    later: (callback, ms) => {
      // The age of a connection is not waited for here.
      if (ms > 60_000) return () => {};
      pauses.push(ms);
      queueMicrotask(callback);
      return () => {};
    },
    log: createLog({ redact: (text) => text, level: "none" }),
    address: async () => addresses.shift() ?? { status: "refused", problem: "the test is over" },
    open: async (_url, listener) => {
      opened.push(listener);
      wake();
      return { send: (text) => void sent.push(text), close: () => listener.onClose(1000) };
    },
    take,
    onRefused: (problem) => void refused.push(problem),
  });
  const connection = async (count: number) => {
    while (opened.length < count) await new Promise<void>((resolve) => (wake = resolve));
    await Promise.resolve();
    return opened[count - 1];
  };
  return { mode, sent, refused, pauses, connection };
}

const envelope = (type: string, payload: object, more = {}) =>
  JSON.stringify({ type, envelope_id: `e-${type}`, payload, ...more });

it("hands in each envelope as its webhook would bring it, and acknowledges it with the answer that Slack takes", async () => {
  const requests: string[] = [];
  const { mode, sent, connection } = listening([READY], async ({ headers, body }) => {
    requests.push(`${headers.get("content-type")} ${new TextDecoder().decode(body)}`);
    return requests.length === 2 ? JSON.stringify({ text: "Later." }) : undefined;
  });
  mode.start();
  const socket = await connection(1);
  socket?.message(JSON.stringify({ type: "hello" }));
  socket?.message(envelope("events_api", { type: "event_callback" }));
  socket?.message(
    envelope("slash_commands", { command: "/n", text: "hi" }, { accepts_response_payload: true }),
  );
  socket?.message(envelope("interactive", { type: "block_actions" }));
  await expect.poll(() => sent.length).toBe(3);
  expect(requests).toEqual([
    'application/json {"type":"event_callback"}',
    "application/x-www-form-urlencoded command=%2Fn&text=hi",
    "application/x-www-form-urlencoded payload=%7B%22type%22%3A%22block_actions%22%7D",
  ]);
  expect(sent.map((text) => JSON.parse(text))).toEqual([
    { envelope_id: "e-events_api" },
    { envelope_id: "e-slash_commands", payload: { text: "Later." } },
    { envelope_id: "e-interactive" },
  ]);
  mode.stop();
});

it("leaves an envelope that was not taken in to Slack, and connects again when Slack wants it", async () => {
  const { mode, sent, refused, connection } = listening([READY, READY], () =>
    Promise.reject(new Error("full")),
  );
  mode.start();
  const first = await connection(1);
  first?.message(envelope("events_api", {}));
  first?.message("no JSON");
  first?.message(JSON.stringify({ type: "disconnect", reason: "refresh_requested" }));
  const second = await connection(2);
  second?.onClose(1006);
  await expect.poll(() => refused).toEqual(["the test is over"]);
  expect(sent).toEqual([]);
});

it("waits as long as Slack says, longer after each failure, and stops for good when it is refused", async () => {
  const later: SocketAddress = { status: "later", reason: "busy" };
  const { mode, refused, pauses } = listening(
    [{ ...later, retry_after_ms: 7_000 }, later, later, later],
    async () => undefined,
  );
  mode.start();
  await expect.poll(() => refused).toEqual(["the test is over"]);
  expect(pauses).toEqual([7_000, 1_000, 2_000]);
  mode.start();
  expect(refused).toEqual(["the test is over"]);
});
