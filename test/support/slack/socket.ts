/** Slack's Socket Mode over real WebSockets: it says hello, sends envelopes, and keeps what acknowledges them. */

import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export interface SlackSocket {
  url: string;
  /** Acknowledgements, as they came. */
  acknowledged: { envelope_id: string; payload?: object }[];
  /** Sends an envelope to the newest connection, once there is one. */
  send(type: "events_api" | "slash_commands" | "interactive", payload: object): Promise<void>;
  /** Connections that are open. */
  open(): number;
  close(): void;
}

export async function startSlackSocket(): Promise<SlackSocket> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await new Promise<void>((resolve) => server.once("listening", resolve));
  const acknowledged: SlackSocket["acknowledged"] = [];
  let current: WebSocket | undefined;
  let wake = () => {};
  server.on("connection", (socket) => {
    current = socket;
    socket.on("message", (text) => void acknowledged.push(JSON.parse(String(text))));
    socket.send(JSON.stringify({ type: "hello", num_connections: server.clients.size }));
    wake();
  });
  let sent = 0;
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/link`,
    acknowledged,
    async send(type, payload) {
      while (current?.readyState !== 1)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const envelope_id = `envelope-${++sent}`;
      current.send(JSON.stringify({ type, envelope_id, payload, accepts_response_payload: true }));
    },
    open: () => [...server.clients].filter(({ readyState }) => readyState === 1).length,
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
