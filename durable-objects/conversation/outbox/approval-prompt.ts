/** An approval as a chat shows it: its text, and a button for each decision that it offers. */
import type { Prompt } from "../../../src/channels/channel.ts";
import type { DecisionWord } from "../../../src/channels/decision-words.ts";
import type { ChildApproval } from "../../../src/domain/conversation/child-asks.ts";
import { type OfferedGrant, wordOfScope } from "../../../src/domain/grants/scopes.ts";
import type { CallId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { approvalText } from "../../../src/domain/text/approval-words.ts";
import { inputLines } from "../../../src/domain/text/input-lines.ts";
import { readLines } from "../../../src/domain/text/origin-words.ts";
import { wordsIn } from "../../../src/domain/text/translated/in-language.ts";
import { howToDecide } from "./buttons/outcome.ts";

type Asked = Pick<ChildApproval, "tool" | "reason" | "input" | "provenance" | "read"> & {
  grant?: OfferedGrant;
};

export function approvalPrompt(
  call_id: CallId,
  asked: Asked,
  language: Source["language"],
): { text: string; prompt: Prompt } {
  const say = wordsIn(language);
  const { tool, reason, input, provenance = [], read = [], grant } = asked;
  const words: DecisionWord[] = ["allow_once", ...(grant?.scopes ?? []).map(wordOfScope), "deny"];
  const pieces = [
    say(approvalText(tool, reason)),
    readLines(read, say),
    inputLines(input, provenance, say),
    grant && say(grantLine(grant)),
    howToDecide(words, language),
  ];
  const options = words.map((value) => ({ label: say(LABELS[value]), value }));
  return { text: pieces.filter(Boolean).join("\n\n"), prompt: { call_id, kind: "approval", options } };
}

/** WhatsApp shows 24 characters of a label. */
const LABELS: Readonly<Record<DecisionWord, string>> = {
  allow_once: "Allow once",
  allow_task: "Allow for this task",
  allow_conversation: "Allow in this chat",
  allow_today: "Allow until midnight",
  allow_ten: "Allow ten times",
  always: "Always allow",
  deny: "Deny",
};

const MOST_NAMED = 5;

function grantLine({ to }: OfferedGrant): string {
  if (to.length === 0) return "Allowed for longer, it asks no more for calls like this.";
  const named = to.slice(0, MOST_NAMED).map((key) => `\`${key.replaceAll("`", "'").slice(0, 100)}\``);
  const most = named.join(", ");
  return to.length > MOST_NAMED
    ? `Allowed for longer, that holds for ${most} and ${to.length - MOST_NAMED} more only.`
    : `Allowed for longer, that holds for ${most} only.`;
}
