/** A browser that somebody else runs. It is spoken to by the DevTools protocol, as text over a socket. */

export interface BrowserSocket {
  send(text: string): void;
  /** Called once, before anything is sent. `close` is told why, at most once. */
  listen(on: { message(text: string): void; close(why: string): void }): void;
}

export interface OpenBrowser {
  socket: BrowserSocket;
  /** Ends the browser. Never throws. */
  close(): Promise<void>;
}

export interface Browsers {
  /** A fresh one. Throws an Error that says what to do; the caller closes it. */
  open(signal: AbortSignal): Promise<OpenBrowser>;
}
