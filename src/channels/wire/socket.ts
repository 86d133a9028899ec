/** Port for a WebSocket to a platform. */

export interface PlatformSocket {
  send(text: string): void;
  /** Any code but 1000 and 1001 keeps a session of Discord alive. */
  close(code: number): void;
}

interface SocketListener {
  message(text: string): void;
  /** Called once, however the connection ended; 1006 when no code was given. */
  onClose(code: number): void;
}

/** Rejects when the connection cannot be opened. */
export type OpenSocket = (url: string, listener: SocketListener) => Promise<PlatformSocket>;
