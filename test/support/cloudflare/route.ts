import type { IncomingHttpHeaders } from "node:http";

/** How one route of the API answers: with its result, with a whole response, or by throwing a Failure. */
export type Reply = unknown;

export interface Routed {
  method: string;
  url: URL;
  bytes: Buffer;
  headers: IncomingHttpHeaders;
}

/** The parts are what the pattern caught. */
export type Route = [method: string, pattern: RegExp, answer: (asked: Routed, parts: string[]) => Reply];

/** A refusal in the API's own form. */
export class Failure extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
