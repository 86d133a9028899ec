/** Persons of a test, with passwords that were hashed at little cost: what a hash costs is tested elsewhere. */
import type { Role } from "../../../src/domain/principal.ts";
import { createPasswords } from "../../../src/people/passwords/hash.ts";
import { ids, stores } from "../people/somebody.ts";
import { Browser } from "./browser.ts";

export const PASSWORD = "three small owls";
export const cheap = createPasswords({
  random: (bytes) => void crypto.getRandomValues(bytes),
  cost: { ln: 4, r: 1, p: 1 },
});
let people = 0;

export interface Someone {
  id: string;
  username: string;
}

export async function someone(role: Role = "member"): Promise<Someone> {
  people += 1;
  const person = { id: ids.create("psn"), username: `owl${people}.${Date.now()}`, name: "Owl", role };
  await stores().persons.create(person);
  await stores().credentials.set(person.id, await cheap.hash(PASSWORD));
  return person;
}

export async function signedIn({ username }: Someone, agent?: string): Promise<Browser> {
  const browser = new Browser(agent);
  await browser.logIn(username, PASSWORD);
  return browser;
}
