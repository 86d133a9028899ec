/**
 * What the contract of channels needs to know of one of them. A channel fills it in `test/support/<channel>/fixture.ts`, as
 * `export const fixture: ChannelFixture`; without it the suite asks only what holds of a channel that is not set up.
 */
import type { WebhookRequest } from "../../../src/channels/channel.ts";

export interface SaidText {
  /** The platform's own id of the message: the same one is the same message. */
  id: string;
  text: string;
  /** Who writes, and in which direct conversation, in the form that the platform gives them. */
  sender?: string;
  thread?: string;
}

export interface ChannelFixture {
  /** Settings with which its first account opens. No address in it is reached. */
  env: Readonly<Record<string, string>>;
  /** Of those, the ones without which it does not open: each is named by the reason. */
  required: readonly string[];
  /** What the platform sends for such a direct message, signed as `env` says, now. */
  said(message: SaidText): WebhookRequest | Promise<WebhookRequest>;
  /** The names of the headers by which `verify` knows the platform; absent: it is in the body. */
  signature?: readonly string[];
}
