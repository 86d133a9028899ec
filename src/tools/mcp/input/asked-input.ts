/**
 * Input that a server of 2025 asks for while a call runs. The connection waits for no person: the server is told that nobody
 * has answered, which ends the call without effect, and the call is made again once there is an answer.
 */
import type { Answer, GivenInput } from "../wire/client.ts";
import { McpError } from "../wire/refusal.ts";
import { elicitationOf, keyOf } from "./elicitation.ts";

export class AskedInput {
  private readonly given: GivenInput | undefined;
  private readonly requests: Record<string, unknown> = {};

  constructor(given: GivenInput | undefined) {
    this.given = given;
  }

  readonly elicit = (request: object): object => {
    const asked = elicitationOf(request);
    // Secrets are never asked for by a form.
    if ("problem" in asked) return { action: "decline" };
    const key = keyOf(asked);
    const response = this.given?.responses[key];
    if (typeof response === "object" && response !== null) return response;
    this.requests[key] = request;
    return { action: "cancel" };
  };

  /** Outcome of the call, or what it was asked for meanwhile. Throws an McpError. */
  async during<T>(call: () => Promise<Answer<T>>): Promise<Answer<T>> {
    try {
      const answer = await call();
      return this.hasAsked() ? { input: { requests: this.requests, is_replayed: true } } : answer;
    } catch (error) {
      if (!(error instanceof McpError) || !this.hasAsked()) throw error;
      return { input: { requests: this.requests, is_replayed: true } };
    }
  }

  private hasAsked(): boolean {
    return Object.keys(this.requests).length > 0;
  }
}
