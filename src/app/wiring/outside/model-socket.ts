/** Connections to realtime models, by the fetch that reaches the addresses of model servers. */
import type { OpenModelSocket } from "../../../providers/openai/realtime/socket.ts";
import { RefusedRequest } from "../../../providers/remote-error.ts";

export function modelSocket(send: (url: string, init: RequestInit) => Promise<Response>): OpenModelSocket {
  return async ({ url, headers, signal, message, closed }) => {
    const opening = new AbortController();
    const abort = () => opening.abort();
    signal.addEventListener("abort", abort, { once: true });
    const asked = { headers: { ...headers, upgrade: "websocket" }, signal: opening.signal };
    // The connection outlives the answer for which it was opened.
    const response = await send(url, asked).finally(() => signal.removeEventListener("abort", abort));
    const { webSocket: socket } = response;
    if (!socket) throw await refusalOf(response);
    let isClosed = false;
    const close = () => {
      if (!isClosed) closed();
      isClosed = true;
    };
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") message(data);
    });
    socket.addEventListener("close", close);
    socket.addEventListener("error", close);
    socket.accept();
    return { send: (message) => socket.send(message), close: () => socket.close(1000) };
  };
}

async function refusalOf(response: Response): Promise<RefusedRequest> {
  const { status, headers } = response;
  return new RefusedRequest({ status, headers, text: await response.text().catch(String) });
}
