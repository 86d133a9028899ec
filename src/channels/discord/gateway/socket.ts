/** Port for a connection to the Gateway. */

export interface GatewaySocket {
  send(text: string): void;
  /** Any code but 1000 and 1001 keeps the session alive. */
  close(code: number): void;
}

interface SocketListener {
  message(text: string): void;
  /** Called once, however the connection ended; 1006 when no code was given. */
  onClose(code: number): void;
}

/** Rejects when the connection cannot be opened. */
export type OpenSocket = (url: string, listener: SocketListener) => Promise<GatewaySocket>;
