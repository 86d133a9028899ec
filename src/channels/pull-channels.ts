/**
 * Pull channels: their readers fetch the answers themselves, so nothing is delivered. All of them are shown in the web
 * app.
 */
import type { ChannelKind } from "./kind.ts";

const FETCHED = {
  carried: false,
  peers: "people",
  debounce_ms: 0,
  reached_by: "web",
  open: () => ({ missing: "nothing is delivered there; people read it themselves." }),
} satisfies Partial<ChannelKind>;

export const web: ChannelKind = {
  ...FETCHED,
  name: "web",
  label: "the web app",
  framing: "The person reads in the web app.",
};

export const http: ChannelKind = {
  ...FETCHED,
  name: "http",
  label: "HTTP",
  framing: "The request came over HTTP: your reply goes back in the response.",
};

export const cli: ChannelKind = {
  ...FETCHED,
  name: "cli",
  label: "the terminal",
  framing: "The person reads in a terminal.",
};

export const system: ChannelKind = {
  ...FETCHED,
  name: "system",
  label: "the system",
  framing:
    "The system woke you; nobody wrote this. Your reply is not delivered to anybody, unless the notice says so: it is kept in this conversation. To reach a person, use a tool that sends.",
  // Nobody reads along when a schedule or a job wakes the agent, and there is no message to react to.
  rules: { react: "deny" },
};
