/** Replies of a scripted server, byte by byte and fault by fault. */

export type Step =
  | { do: "write"; bytes: string | Uint8Array }
  /** Silence. */
  | { do: "wait"; ms: number }
  /** Silence until something has happened on the other side. */
  | { do: "until"; happened: Promise<void> }
  /** Silence until a gate is open, which this asks to pass. */
  | { do: "pass"; gate: () => Promise<void> }
  /** Lets the test know that the reply has come this far. */
  | { do: "tell"; tell: () => void }
  /** The connection is destroyed: no end of the body, no trailer. */
  | { do: "cut" }
  /** Nothing more, and the connection stays open until the other side goes. */
  | { do: "hang" };

export interface Reply {
  status?: number;
  headers?: { [name: string]: string };
  steps: Step[];
}

export function write(bytes: string | Uint8Array): Step {
  return { do: "write", bytes };
}

export function wait(ms: number): Step {
  return { do: "wait", ms };
}

export const CUT: Step = { do: "cut" };
export const HANG: Step = { do: "hang" };

/** A stream of events, each frame in a write of its own. */
export function stream(frames: readonly string[], ...then: Step[]): Reply {
  return { headers: { "content-type": "text/event-stream" }, steps: [...frames.map(write), ...then] };
}

/** A plain body, as errors have. */
export function body(status: number, text: string, headers: { [name: string]: string } = {}): Reply {
  return { status, headers: { "content-type": "application/json", ...headers }, steps: [write(text)] };
}

/** The connection breaks before anything is said. */
export const REFUSED: Reply = { steps: [CUT] };
