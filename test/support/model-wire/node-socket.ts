/** Connections to realtime models from Node, for tests outside of the Workers' runtime. */
import { WebSocket } from "ws";
import type { OpenModelSocket } from "../../../src/providers/openai/realtime/socket.ts";
import { RefusedRequest } from "../../../src/providers/remote-error.ts";

export const openNodeSocket: OpenModelSocket = ({ url, headers, signal, message, closed }) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, "ws"), { headers });
    const abort = () => socket.terminate();
    signal.addEventListener("abort", abort, { once: true });
    socket.once("unexpected-response", async (_request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const given = { status: response.statusCode ?? 0, headers: new Headers() };
      reject(new RefusedRequest({ ...given, text: String(Buffer.concat(chunks)) }));
    });
    socket.once("error", reject);
    socket.on("message", (text) => message(String(text)));
    socket.on("close", () => closed());
    socket.once("open", () => {
      signal.removeEventListener("abort", abort);
      resolve({ send: (message) => socket.send(message), close: () => socket.close(1000) });
    });
  });
