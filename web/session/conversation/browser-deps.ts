/** A session's dependencies, implemented by the browser. */
import {
  answer,
  changeConversation,
  createConversation,
  decide,
  halt,
  moveHead,
  readChildren,
  readConversation,
  readMessages,
  regenerate,
  sendMessage,
  socketAddress,
} from "../../api/conversations/conversations.ts";
import type { Socket, SocketListener } from "../../connection/link.ts";
import type { Outgoing } from "../../thread/outgoing.ts";
import { readStored, writeStored } from "../browser/storage.ts";
import type { OutboxStore, SessionDeps } from "../ports.ts";

export function browserDeps(hooks: Pick<SessionDeps, "changed" | "created" | "listChanged">): SessionDeps {
  return {
    ...hooks,
    api: {
      create: createConversation,
      view: readConversation,
      change: changeConversation,
      children: readChildren,
      messages: readMessages,
      send: sendMessage,
      halt,
      answer,
      decide,
      regenerate,
      moveHead,
    },
    outbox,
    openSocket: (id, cursor, listener) => dial(socketAddress(location.origin, id, cursor), listener),
    after: browserTimer,
    random: Math.random,
    newClientId: () => crypto.randomUUID(),
  };
}

/** Calls `run` once after `ms`; the returned function cancels. */
export function browserTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

export function dial(address: string, listener: SocketListener): Socket {
  const socket = new WebSocket(address);
  socket.onopen = () => listener.opened();
  socket.onmessage = (message) => listener.received(message.data);
  socket.onclose = () => listener.closed();
  return socket;
}

const outbox: OutboxStore = {
  read: (id) => readStored<Outgoing[]>(`outbox:${id}`) ?? [],
  write: (id, list) => writeStored(`outbox:${id}`, list.length > 0 ? list : null),
};
