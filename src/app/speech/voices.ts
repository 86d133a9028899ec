/** Voices to choose from, of all providers that speak here. */
import type { Mouth, SpeechProvider } from "../../voice/provider.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

const WITHIN_MS = 5_000;
const MOST = 300;

export async function voices(context: ApiContext) {
  const { mouths, accounts } = servicesOf(context);
  await accounts.ready();
  const names = mouths().map(({ name }) => name);
  // A provider that has another one's voices lists them once that one is gone.
  const listing = mouths().filter(({ voicesOf: other }) => other === undefined || !names.includes(other));
  const listed = await Promise.all(listing.map((provider) => voicesOf(context, provider)));
  return reply(200, { items: listed.flat(), next_cursor: null });
}

/** A provider that does not answer, or lists no voices, is left out: its voices can be typed. */
async function voicesOf(context: ApiContext, provider: SpeechProvider<Mouth>) {
  const { speechAccess, log } = servicesOf(context);
  const { label } = provider;
  const of = provider.voicesOf ?? provider.name;
  try {
    const mouth = (await provider.load())(speechAccess());
    const known = await mouth.voices(AbortSignal.timeout(WITHIN_MS));
    return known.slice(0, MOST).map(({ id, name, languages }) => ({
      id: `${of}/${id}`,
      name,
      provider: of,
      provider_label: label,
      languages: [...languages],
    }));
  } catch (problem) {
    log.info("voices_not_listed", { provider: of, problem: String(problem) });
    return [];
  }
}
