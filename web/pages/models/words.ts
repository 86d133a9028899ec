/** Texts about accounts and models. */

import type { Account } from "../../api/models.ts";
import { money } from "../../ui/format.ts";
import { serverText } from "../../words/server-text.ts";
import { plural, t } from "../../words/t.ts";

/** The state of an account. `now` is ms since the epoch. */
export function standing({ readable, state }: Account, now: number): string {
  if (!readable) return t("Key can't be read. Enter it again");
  if (state.disabled) return t("Does not work: {reason}", { reason: serverText(state.disabled.reason) });
  const rest_ms = Date.parse(state.cooling_until ?? "") - now;
  if (rest_ms > 0) return t("Paused for {rest_ms} s", { rest_ms: Math.ceil(rest_ms / 1_000) });
  return t("Connected");
}

/** The account's spending this month. */
export function spentWords({ calls, unpriced_calls, cost_usd }: Account["spent"]): string {
  if (calls === 0) return t("Nothing spent this month");
  if (unpriced_calls === calls)
    return plural(calls, ["{n} call this month, cost unknown", "{n} calls this month, cost unknown"]);
  const unknown = unpriced_calls > 0 ? t(", {unpriced_calls} of unknown price", { unpriced_calls }) : "";
  return plural(calls, ["{cost} this month, {n} call{unknown}", "{cost} this month, {n} calls{unknown}"], {
    cost: money(cost_usd),
    unknown,
  });
}

const ABILITIES: { [name: string]: () => string } = {
  chat: () => t("Chat"),
  pictures: () => t("Pictures"),
  speech: () => t("Speech"),
  transcription: () => t("Dictation"),
  embeddings: () => t("Embeddings"),
};

/** Abilities that a provider's key opens, in one line. */
export function abilityWords(abilities: readonly string[]): string {
  return abilities.map((name) => ABILITIES[name]?.() ?? name).join(" · ");
}

/** Fields of an address that differs by customer. */
export function addressFieldWords(name: string): { label: string; example: string } {
  if (name === "resource") return { label: t("Resource name"), example: "my-resource" };
  if (name === "region") return { label: t("Region"), example: "us-east-1" };
  return { label: t("Account ID"), example: "" };
}
