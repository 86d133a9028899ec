/** A person's preferences: time zone, language, voice, and default agent. */
import { PreferencesChangeFields, PreferencesShape } from "../../../contract/people/preferences.ts";
import { definedOf } from "../../../domain/defined.ts";
import type { Preferences } from "../../../people/preferences.ts";
import { NO_PREFERENCES } from "../../../people/preferences.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { checkAvatar } from "./avatar.ts";

const policy = { who: "person", scope: "write" } as const;

export const preferenceRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/preferences",
    policy: { who: "person", scope: "read" },
    summary: "What one prefers; null where one has not said.",
    answers: () => ({ 200: PreferencesShape() }),
    handler: async (context) =>
      reply(200, await servicesOf(context).people.preferences.get(context.get("principal").owner)),
  }),
  defineRoute({
    method: "patch",
    path: "/preferences",
    policy,
    summary: "Changes what is named of it; null takes a preference back.",
    body: PreferencesChangeFields,
    answers: () => ({ 200: PreferencesShape() }),
    handler: (context, { body }) => save(context, definedOf(body)),
  }),
  defineRoute({
    method: "put",
    path: "/preferences",
    policy,
    summary: "Says all of it: what is not named is not preferred any more.",
    body: PreferencesChangeFields,
    answers: () => ({ 200: PreferencesShape() }),
    handler: (context, { body }) => save(context, { ...UNSET, ...definedOf(body) }),
  }),
];

/** A finished first run, a version that was seen and a picture are no preferences: they stay when all preferences are replaced. */
const { is_set_up: _, seen_version: ____, avatar: __, avatar_color: ___, ...UNSET } = NO_PREFERENCES;

/** Whoever does not want them kept any more wants none that are. */
async function dropRecordings(context: ApiContext): Promise<void> {
  const store = await servicesOf(context).recordings();
  await store.removeAll(context.get("principal").owner);
}

async function save(context: ApiContext, change: Partial<Preferences>) {
  const { people, files, frontDoor, preferenceCache } = servicesOf(context);
  const principal = context.get("principal");
  unwrap(await frontDoor.checkAgent(change.default_agent, principal));
  const { owner } = principal;
  const { avatar } = change;
  if (avatar != null) await checkAvatar(context, avatar);
  const before = avatar === undefined ? null : (await people.preferences.get(owner)).avatar;
  const saved = await people.preferences.change(owner, change);
  preferenceCache.put(owner, saved);
  if (before !== null && before !== saved.avatar) await files.remove(owner, before);
  if (change.keep_recordings === false || change.keep_recordings === null) await dropRecordings(context);
  return reply(200, saved);
}
