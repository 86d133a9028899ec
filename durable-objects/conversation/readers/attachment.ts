/** Data that a socket keeps while its object sleeps: its reader, and whether they listen. */
import type { Principal } from "../../../src/domain/principal.ts";

interface Listener {
  principal: Principal;
  listens: true;
}

/** Null: the socket may do nothing any more. */
type Attachment = Principal | Listener | null;

/** The part of a WebSocket that is used. */
interface Attached {
  serializeAttachment(attachment: unknown): void;
  deserializeAttachment(): unknown;
}

export function readerOf(socket: Attached): Principal | null {
  const attachment = socket.deserializeAttachment() as Attachment;
  return attachment && "listens" in attachment ? attachment.principal : attachment;
}

export function listens(socket: Attached): boolean {
  const attachment = socket.deserializeAttachment() as Attachment;
  return attachment !== null && "listens" in attachment;
}

/** Another reader, or the same one with other rights. */
export function seat(socket: Attached, principal: Principal | null): void {
  attach(socket, principal, principal !== null && listens(socket));
}

export function setListening(socket: Attached, isListening: boolean): void {
  attach(socket, readerOf(socket), isListening);
}

function attach(socket: Attached, principal: Principal | null, isListening: boolean): void {
  const attachment: Attachment = principal && isListening ? { principal, listens: true } : principal;
  socket.serializeAttachment(attachment);
}
