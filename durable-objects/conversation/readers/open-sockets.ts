/**
 * The sockets that are open here. The runtime makes its list anew each time that it is asked, and each event goes to all of
 * them: so the list is kept until a socket comes or goes.
 */
export class OpenSockets {
  private readonly list: () => WebSocket[];
  private known: WebSocket[] | undefined;

  /** `list` asks the runtime. */
  constructor(list: () => WebSocket[]) {
    this.list = list;
  }

  /** One that closes just now may still be among them. */
  get all(): readonly WebSocket[] {
    this.known ??= this.list();
    return this.known;
  }

  /** One has come, or has gone. */
  changed(): void {
    this.known = undefined;
  }
}
