/** Texts about providers that the chat and the Models page share. */
import type { AccountTest } from "../../src/contract/instance/accounts.ts";
import type { Account } from "../api/models.ts";
import { t } from "../words/t.ts";

export function isOffline(model: string): boolean {
  return model.startsWith("offline/");
}

type Problem = NonNullable<AccountTest["problem"]>;
type Asked = Pick<Account, "label" | "base_url">;

/** Reasons of a failed test, with the next step. */
const PROBLEMS: { [problem in Problem]?: (asked: Asked) => string } = {
  key_refused: ({ label }) =>
    t("{label} refused the key. Copy it again, whole, and check that it is active.", { label }),
  unreachable: ({ label, base_url }) =>
    base_url
      ? t("Nightjar can't reach {base_url}. Is the server running, and is the address right?", { base_url })
      : t("Nightjar can't reach {label}. Check the internet connection.", { label }),
  no_such_host: ({ base_url }) =>
    t("There is no server called {host}. Check the address.", {
      host: URL.parse(base_url ?? "")?.hostname ?? "",
    }),
  not_allowed: ({ base_url }) =>
    t("{base_url} isn't allowed any more. Remove this provider and connect it again.", { base_url }),
  not_a_model_server: ({ base_url, label }) =>
    t("{address} isn't a model server. Its address usually ends in /v1.", { address: base_url ?? label }),
  no_models: ({ label }) =>
    label.startsWith("Ollama")
      ? t("Ollama has no models yet. Run “ollama pull llama3.2”, then try again.")
      : t("{label} has no models yet. Load one there, then try again.", { label }),
  no_credit: ({ label }) =>
    t("The {label} account has no credit left. Top it up there, then try again.", { label }),
};

/** Reason of a failed test in the reader's language, else in the provider's own words. */
export function problemWords(
  { problem, reason }: Pick<AccountTest, "problem" | "reason">,
  asked: Asked,
): string {
  return (problem && PROBLEMS[problem]?.(asked)) ?? reason ?? "";
}

/** A hue that stays the same for the name, in degrees. */
export function hueOf(name: string): number {
  return [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
}
