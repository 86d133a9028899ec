/** What is measured: an app that keeps conversations, and a client's end of one. */

export interface TurnTimes {
  /** Milliseconds from the send to the first text, and to the end of the turn. */
  first: number;
  full: number;
}

export interface Session {
  /** Throws when the turn fails or its text is not the one the model wrote. */
  turn(plan: string): Promise<TurnTimes>;
  close(): Promise<void>;
}

export interface Target {
  readonly name: string;
  /** Resolves when it serves. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Kills every process at once, as a power cut does. */
  kill(): Promise<void>;
  /** A new conversation with a client connected to it. */
  connect(): Promise<Session>;
  /** A whole turn in a new conversation, as a program asks for it. Throws when it fails. */
  ask(plan: string): Promise<void>;
  /** The process above all others of it. */
  readonly pid: number;
  readonly stateDir: string;
}

/** What the model says to a plan of that many words. */
export function wordsOf(count: number): string {
  return Array.from({ length: count }, (_, word) => `w${word} `).join("");
}

export function expectedText(plan: string): string {
  return wordsOf(Number(/words=(\d+)/.exec(plan)?.[1] ?? 20));
}
