/** Port: a browser that another service runs, driven by the DevTools protocol as text over a socket. */

export interface BrowserSocket {
  send(text: string): void;
  /** Called once, before anything is sent. `close` is called at most once, with the reason. */
  listen(on: { message(text: string): void; close(why: string): void }): void;
}

export interface OpenBrowser {
  socket: BrowserSocket;
  /** Ends the browser. Never throws. */
  close(): Promise<void>;
}

export interface Browsers {
  /** Opens a fresh browser, which the caller closes. Throws an Error that says what to do. */
  open(signal: AbortSignal): Promise<OpenBrowser>;
}
