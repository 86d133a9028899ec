/** Who somebody is here whom the provider has signed in. */
import { oneName } from "../../domain/text/one-name.ts";
import { type Person, USERNAME } from "../../people/person.ts";
import type { People } from "../../storage/d1/people/people.ts";
import type { Claims } from "./provider.ts";

export interface ResolvePersonDeps {
  people: Pick<People, "persons" | "identities">;
  /** What whoever is not known becomes; undefined: nothing. */
  newcomers: "member" | "guest" | undefined;
  newId(): string;
}

/** Their account at the provider, as other identities are kept. */
function identityOf(issuer: string, { sub, email, name }: Claims) {
  return { channel: "oidc", account: issuer, platform_id: sub, name: oneName(email ?? name ?? "") };
}

/**
 * By their account there, which stays when names change. The first time by the address that the provider has verified, where
 * an admin has given it to somebody as username: that links the account, and no other one of the provider after it, since
 * addresses are handed on. A name that its person chose is nobody's address. undefined: nobody may come in so.
 */
export async function resolvePerson(
  deps: ResolvePersonDeps,
  issuer: string,
  claims: Claims,
): Promise<Person | undefined> {
  const { persons, identities } = deps.people;
  const identity = identityOf(issuer, claims);
  const known = await identities.person(identity);
  if (known !== undefined) return persons.standing(known.id);
  const address = verifiedAddress(claims);
  const given = address === undefined ? undefined : await persons.byGivenName(address);
  if (given === undefined) return made(deps, issuer, claims);
  const person = await persons.standing(given.id);
  if (person === undefined) return undefined;
  return (await identities.linkFirst({ ...identity, person_id: person.id }))
    ? person
    : made(deps, issuer, claims);
}

/** false: that account is somebody else's here. */
export function linkAccount(
  { people }: Pick<ResolvePersonDeps, "people">,
  { issuer, claims, person }: { issuer: string; claims: Claims; person: string },
): Promise<boolean> {
  return people.identities.link({ ...identityOf(issuer, claims), person_id: person });
}

/** By the verified address, if nobody has that name: whoever has it is somebody else. */
async function made(
  { people, newcomers, newId }: ResolvePersonDeps,
  issuer: string,
  claims: Claims,
): Promise<Person | undefined> {
  if (newcomers === undefined) return undefined;
  const username = verifiedAddress(claims) ?? null;
  const name = oneName(claims.name ?? claims.email ?? "") || "Newcomer";
  const person = { id: newId(), username, name, role: newcomers };
  const behind = await people.identities.newcomer(identityOf(issuer, claims), person);
  return behind && people.persons.standing(behind.id);
}

/** What they only say of themselves is nobody's name. */
function verifiedAddress({ email, email_verified }: Claims): string | undefined {
  return email_verified === true && email !== undefined && USERNAME.test(email) ? email : undefined;
}
