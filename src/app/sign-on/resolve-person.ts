/** Resolves a provider's account to a person here. */
import { oneName } from "../../domain/text/one-name.ts";
import { type Person, USERNAME } from "../../people/person.ts";
import type { People } from "../../storage/d1/people/people.ts";
import type { Claims } from "./flow.ts";

export interface ResolvePersonDeps {
  people: Pick<People, "persons" | "identities">;
  /** Role of people who are not known yet; undefined: they are refused. */
  newcomers: "member" | "guest" | undefined;
  newId(): string;
}

/** Their account at the provider, in the form of other identities. */
function identityOf(issuer: string, { sub, email, name }: Claims) {
  return { channel: "oidc", account: issuer, platform_id: sub, name: oneName(email ?? name ?? "") };
}

/**
 * Finds the person by the account, which stays when names change. The first time, a verified address counts that an admin
 * has given to somebody as username: it links the account, and no other account of that provider afterwards, since
 * addresses are handed on. A name that its person chose is nobody's address. Undefined if nobody may come in so.
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

/** False if that account is somebody else's here. */
export function linkAccount(
  { people }: Pick<ResolvePersonDeps, "people">,
  { issuer, claims, person }: { issuer: string; claims: Claims; person: string },
): Promise<boolean> {
  return people.identities.link({ ...identityOf(issuer, claims), person_id: person });
}

/** Creates the person, with the verified address as username unless somebody has that name, who is then another person. */
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

/** Undefined for an unverified address: a mere claim is nobody's name. */
function verifiedAddress({ email, email_verified }: Claims): string | undefined {
  return email_verified === true && email !== undefined && USERNAME.test(email) ? email : undefined;
}
