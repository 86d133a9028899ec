/** Live hearings of a call, by WebSockets of the browser: one for each utterance. */
import { liveAddress } from "../../../../../api/conversations/speech.ts";
import { browserTimer } from "../../../../../session/conversation/browser-deps.ts";
import { LiveHearing, type LiveSocketListener } from "./live-hearing.ts";

/** Failures in a row after which a call sends whole recordings alone. */
const MOST_FAILURES = 3;

/** `conversation`: the one that it is booked to, null while there is none; undefined: the server takes whole recordings. */
export function liveHearings(
  conversation: () => string | null | undefined,
): (words: (text: string) => void) => LiveHearing | null {
  let failures = 0;
  return (words) => {
    const id = conversation();
    if (id === undefined || failures >= MOST_FAILURES) return null;
    const dial = (listener: LiveSocketListener) => {
      const failed = () => {
        failures += 1;
      };
      return dialed(liveAddress(location.origin, id), listener, failed);
    };
    return new LiveHearing({
      dial,
      after: browserTimer,
      words(text) {
        failures = 0;
        words(text);
      },
    });
  };
}

function dialed(address: string, listener: LiveSocketListener, failed: () => void): WebSocket {
  const socket = new WebSocket(address);
  socket.onopen = () => listener.opened();
  socket.onmessage = ({ data }) => listener.received(String(data));
  socket.onerror = failed;
  socket.onclose = ({ code }) => {
    if (code === 1011) failed();
    listener.closed();
  };
  return socket;
}
