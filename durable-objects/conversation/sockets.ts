/**
 * Sockets and event streams of one conversation: admitted, read, and closed when they may no longer be here.
 */
import { parseClientFrame } from "../../src/channels/web/client-frame.ts";
import { frameOfReceipt } from "../../src/channels/web/frame-of-receipt.ts";
import { inboundOfFrame } from "../../src/channels/web/inbound-of-frame.ts";
import type { ServerFrame } from "../../src/channels/web/wire.ts";
import type { Receipt } from "../../src/domain/conversation/receipt.ts";
import type { Result } from "../../src/domain/errors.ts";
import type { TurnId } from "../../src/domain/ids.ts";
import type { UserMessage } from "../../src/domain/inbound.ts";
import { mayUse, type Principal, principalOf } from "../../src/domain/principal.ts";
import { check, needsCheck } from "../../src/routing/resolve-input.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { readerOf, setListening } from "./readers/attachment.ts";
import { Audience } from "./readers/audience.ts";
import { followStream } from "./readers/follow-stream.ts";
import { inherit, inheritOnce } from "./readers/inherited.ts";
import { openSocket, seatOf } from "./readers/open-socket.ts";
import type { OpenSockets } from "./readers/open-sockets.ts";
import type { ReaderPorts } from "./readers/ports.ts";
import { type Subscribers, sendQuietly } from "./readers/subscribers.ts";
import { NOT_FOUND } from "./results.ts";
import { placeOf } from "./rows/store.ts";

interface SocketsDeps {
  ctx: DurableObjectState;
  ports: ReaderPorts;
  lifecycle: Lifecycle;
  subscribers: Subscribers;
  open: OpenSockets;
}

export class Sockets {
  readonly audience: Audience;
  private readonly deps: SocketsDeps;

  constructor(deps: SocketsDeps) {
    const { ctx, ports, lifecycle, subscribers } = deps;
    this.deps = deps;
    const store = () => lifecycle.awake?.store;
    this.audience = new Audience({
      ports,
      conversation: () => store()?.meta.conversation_id,
      place: () => {
        const open = store();
        return open && placeOf(open);
      },
      inherit: async (principal, how) => {
        const open = store();
        if (open) await (how === "anew" ? inherit : inheritOnce)(open, principal, ports);
      },
      seats: () => [...ctx.getWebSockets().flatMap(seatOf), ...subscribers.seats],
    });
  }

  /** A reader's request. The Worker has authenticated the principal in the headers. */
  async open(request: Request): Promise<Response> {
    const { ctx, lifecycle, ports, subscribers } = this.deps;
    if (lifecycle.refusal) return Response.json(lifecycle.refusal, { status: 409 });
    const principal = principalOf(request.headers);
    const awake = principal && (await lifecycle.found());
    if (awake) await inherit(awake.store, principal, ports);
    if (!principal || !awake || !mayUse(principal, placeOf(awake.store), "read"))
      return Response.json(NOT_FOUND, { status: 404 });
    const url = new URL(request.url);
    const cursor = Number(url.searchParams.get("cursor") ?? "0") || 0;
    const { log } = awake.store;
    if (url.pathname.endsWith("/socket")) {
      const response = openSocket(ctx, log, { principal, cursor });
      this.deps.open.changed();
      awake.watched();
      ctx.waitUntil(this.audience.arrived(principal).catch(() => undefined));
      ports.opened(awake.store.meta);
      return response;
    }
    const until = url.searchParams.get("until") as TurnId | null;
    const { audience } = this;
    return followStream(log, subscribers, { cursor, until, principal, audience });
  }

  async receive(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const { lifecycle, ports } = this.deps;
    const awake = lifecycle.awake ?? (await lifecycle.found());
    const principal = readerOf(socket);
    if (!awake || !principal) return socket.close(1011, "The conversation is gone.");
    await inheritOnce(awake.store, principal, ports);
    const parsed = parseClientFrame(typeof data === "string" ? data : new TextDecoder().decode(data));
    const answer = (frame: ServerFrame) => sendQuietly(socket, JSON.stringify(frame));
    if (!parsed.ok) return answer({ type: "refused", error: "malformed_request", reason: parsed.problem });
    if (parsed.frame.type === "ping") return answer({ type: "pong" });
    if (parsed.frame.type === "listen") return this.listen(socket, parsed.frame.on);
    const inbound = inboundOfFrame(parsed.frame, { principal }, ports.ids);
    const received = needsCheck(inbound)
      ? await this.receiveChecked(principal, inbound)
      : { ok: true as const, value: awake.receive(inbound) };
    if (!received.ok)
      return answer({ type: "refused", error: received.failure.error, reason: received.failure.reason });
    const reply = frameOfReceipt(parsed.frame, received.value);
    if (reply) answer(reply);
  }

  async closed(socket: WebSocket, code: number): Promise<void> {
    this.deps.open.changed();
    const principal = readerOf(socket);
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
    if (principal) await this.audience.left(principal);
  }

  private listen(socket: WebSocket, isListening: boolean): void {
    setListening(socket, isListening);
    this.deps.open.changed();
  }

  /** The socket broke, and the runtime has already released it. */
  broke(): void {
    this.deps.open.changed();
  }

  /** Messages from a socket have not passed the front door, so they are checked here. */
  private async receiveChecked(principal: Principal, message: UserMessage): Promise<Result<Receipt>> {
    const { lifecycle, ports } = this.deps;
    const owner = await lifecycle.use(principal, "say", (awake) => awake.store.meta.owner);
    if (!owner.ok) return owner;
    // Names in a member's message refer to their own things, never to the owner's.
    const whose = principal.role === "admin" ? owner.value : principal.owner;
    const isRoom = () => lifecycle.awake?.store.meta.room != null;
    const checked = await check(ports, { who: principal, owner: () => whose, isRoom }, message);
    if ("refusal" in checked) return { ok: true, value: checked };
    return lifecycle.use(principal, "say", (awake) => awake.receive(checked));
  }
}
