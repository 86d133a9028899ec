/** Words with which a question or an approval is read aloud. */
import { approvalText, asWords } from "../../../../../src/domain/text/approval-words.ts";
import type { Ask } from "../../../../thread/thread.ts";
import { serverText } from "../../../../words/server-text.ts";
import { t } from "../../../../words/t.ts";

export function askSaid(ask: Ask): string {
  return ask.kind === "approval" ? approvalSaid(ask) : questionSaid(ask);
}

/** A secret is not to be said aloud, so its question is not read either. */
export function isForScreen(ask: Ask): boolean {
  return ask.kind === "question" && ask.caution === "secret";
}

/** The choices once more, for somebody whose answer was not understood. */
export function unclearSaid(ask: Ask): string {
  const how = ask.kind === "approval" ? t("Say yes or no.") : choicesSaid(ask.options);
  return sentences(t("I didn't understand that."), how);
}

function questionSaid(ask: Extract<Ask, { kind: "question" }>): string {
  if (isForScreen(ask)) return t("There is a question on the screen. Don't answer it aloud.");
  const warned = ask.caution && t("Outside content may have prompted this question.");
  return sentences(warned, ask.question, choicesSaid(ask.options));
}

function approvalSaid({ tool, reason, input, by_voice }: Extract<Ask, { kind: "approval" }>): string {
  const question = serverText(approvalText(tool, serverText(reason)));
  if (!by_voice) return sentences(question, t("Please confirm it on the screen. You can say no here."));
  return sentences(question, ...inputSaid(input), t("Say yes or no."));
}

function inputSaid(input: unknown): string[] {
  const fields = Object.entries(input ?? {}).filter(([, value]) => value !== null && value !== "");
  return fields.map(
    ([name, value]) => `${asWords(name)}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
}

function choicesSaid(options: readonly string[]): string {
  return options.length === 0 ? "" : t("You can choose: {options}", { options: options.join(", ") });
}

function sentences(...parts: (string | undefined)[]): string {
  return parts.flatMap((part) => (part ? [/[.!?…]$/.test(part) ? part : `${part}.`] : [])).join(" ");
}
