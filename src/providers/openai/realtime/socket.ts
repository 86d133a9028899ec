/** Port for an outgoing WebSocket to a model. */

export interface ModelSocket {
  /** Throws once the connection is gone. */
  send(message: string | Uint8Array): void;
  close(): void;
}

export interface ModelSocketRequest {
  /** `http` or `https`. */
  url: string;
  headers: { [name: string]: string };
  /** Ends the opening alone. */
  signal: AbortSignal;
  message(text: string): void;
  /** Called once, however the connection ended. */
  closed(): void;
}

/** Rejects with a `RefusedRequest` when the server opens no connection, and with the network's own error when it is not reached. */
export type OpenModelSocket = (request: ModelSocketRequest) => Promise<ModelSocket>;
