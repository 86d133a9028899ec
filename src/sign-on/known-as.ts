/** Who somebody is here whom the provider has signed in. */
import { type Person, USERNAME } from "../people/person.ts";
import type { People } from "../storage/d1/people/people.ts";
import type { Claims } from "./provider.ts";

export interface KnownDeps {
  people: Pick<People, "persons" | "identities">;
  /** What whoever is not known becomes; undefined: nothing. */
  newcomers: "member" | "guest" | undefined;
  newId(): string;
}

/** Their account at the provider, as other identities are kept. */
const keyOf = (issuer: string, { sub }: Claims) => ({ channel: "oidc", account: issuer, platform_id: sub });

/**
 * By their account there, which stays when names change; else by the address that the provider has verified, where it is
 * somebody's username here: from then on by the account. undefined: nobody may come in so.
 */
export async function knownAs(deps: KnownDeps, issuer: string, claims: Claims): Promise<Person | undefined> {
  const { persons, identities } = deps.people;
  const known = await identities.person(keyOf(issuer, claims));
  if (known !== undefined) return persons.standing(known.id);
  const address = verifiedAddress(claims);
  const named = address === undefined ? undefined : await persons.byUsername(address);
  const person = named === undefined ? await made(deps, claims) : await persons.standing(named.id);
  if (person === undefined || !(await linked(deps, { issuer, claims, person: person.id }))) return undefined;
  return person;
}

/** false: that account is somebody else's here. */
export function linked(
  { people }: Pick<KnownDeps, "people">,
  { issuer, claims, person }: { issuer: string; claims: Claims; person: string },
): Promise<boolean> {
  const name = claims.email ?? claims.name ?? "";
  return people.identities.link({ ...keyOf(issuer, claims), person_id: person, name: name.slice(0, 100) });
}

async function made({ people, newcomers, newId }: KnownDeps, claims: Claims): Promise<Person | undefined> {
  if (newcomers === undefined) return undefined;
  const username = verifiedAddress(claims) ?? null;
  const name = (claims.name ?? claims.email ?? "").trim().slice(0, 100) || "Newcomer";
  const person = await people.persons.create({ id: newId(), username, name, role: newcomers });
  return person === "username_taken" ? undefined : person;
}

/** What they only say of themselves is nobody's name. */
function verifiedAddress({ email, email_verified }: Claims): string | undefined {
  return email_verified === true && email !== undefined && USERNAME.test(email) ? email : undefined;
}
