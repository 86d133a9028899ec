/** A WebSocket to the outside, as the runtime makes it. */
import type { OpenSocket } from "../../../channels/discord/gateway/socket.ts";

/** Code for a connection whose other side has not said how it ended. */
const BROKEN = 1006;

export const openSocket: OpenSocket = async (url, listener) => {
  const address = url.replace(/^ws/, "http");
  const { webSocket, status } = await fetch(address, { headers: { upgrade: "websocket" } });
  if (!webSocket) throw new Error(`The Gateway opens no connection (${status}).`);
  let isClosed = false;
  const closed = (code: number) => {
    if (!isClosed) listener.closed(code);
    isClosed = true;
  };
  webSocket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") listener.message(data);
  });
  webSocket.addEventListener("close", ({ code }) => closed(code));
  webSocket.addEventListener("error", () => closed(BROKEN));
  webSocket.accept();
  return { send: (text) => webSocket.send(text), close: (code) => webSocket.close(code) };
};
