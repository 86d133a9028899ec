/**
 * Cache of the open sockets. The runtime builds its list anew at each call, and every event goes to all
 * sockets, so the list is kept until a socket comes or goes.
 */
export class OpenSockets {
  private readonly list: () => WebSocket[];
  private known: WebSocket[] | undefined;

  /** `list` asks the runtime. */
  constructor(list: () => WebSocket[]) {
    this.list = list;
  }

  /** May include a socket that is just closing. */
  get all(): readonly WebSocket[] {
    this.known ??= this.list();
    return this.known;
  }

  /** A socket has come or gone. */
  changed(): void {
    this.known = undefined;
  }
}
