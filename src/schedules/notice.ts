/** Texts of a due schedule: the notice to its agent, and the message to people about its result. */
import type { Order } from "./ports.ts";
import type { Schedule } from "./schedule.ts";

/** The notice to the agent. */
export function noticeOf({ schedule: { wish }, run, items }: Order): string {
  const { name, text, kind, runs_in } = wish;
  const lead =
    kind === "heartbeat"
      ? `The heartbeat "${name}": see to what follows. Where nothing of it needs the person's attention, answer with [SILENT] and nothing else.`
      : `The schedule "${name}" is due now. What is wanted:`;
  const told =
    runs_in === "isolated"
      ? "Your answer is passed on to the person as it stands; nobody answers it here."
      : null;
  return [lead, items, text || null, run.note, told].filter((part) => part !== null).join("\n\n");
}

export function failureText({ wish: { name } }: Schedule, reason: string): string {
  return `"${name}" did not go well: ${reason}`;
}

export function waitingText({ wish: { name } }: Schedule): string {
  return `"${name}" has come to something that needs your word. It waits for you in the inbox.`;
}

export function stoppedText({ wish: { name } }: Schedule, reason: string): string {
  return `The heartbeat "${name}" is stopped, so that it does not fail again and again: ${reason} When that is mended, resume it under Schedules.`;
}
