/**
 * Cache of the open sockets. The runtime builds its list anew at each call, and every event goes to all
 * sockets, so the list is kept until a socket comes or goes.
 */
export class OpenSockets {
  private readonly list: () => WebSocket[];
  private readonly listens: (socket: WebSocket) => boolean;
  private known: WebSocket[] | undefined;
  private listeners: WebSocket[] | undefined;

  /** `list` asks the runtime, `listens` a socket. */
  constructor(list: () => WebSocket[], listens: (socket: WebSocket) => boolean) {
    this.list = list;
    this.listens = listens;
  }

  /** May include a socket that is just closing. */
  get all(): readonly WebSocket[] {
    this.known ??= this.list();
    return this.known;
  }

  /** Sockets whose readers listen. */
  get listening(): readonly WebSocket[] {
    this.listeners ??= this.all.filter(this.listens);
    return this.listeners;
  }

  /** A socket has come or gone, or its reader listens now or no longer. */
  changed(): void {
    this.known = undefined;
    this.listeners = undefined;
  }
}
