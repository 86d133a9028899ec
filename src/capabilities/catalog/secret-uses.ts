/**
 * Pairs of a secret and the host it is sent to. package.json declares it as `NAME@host`, or as `NAME` if there is only one
 * host.
 */
import type { CapabilityDeclaration } from "./capability.ts";

type Reach = Pick<CapabilityDeclaration, "hosts" | "secrets">;

export interface SecretUse {
  secret: string;
  host: string;
}

/**
 * A version from before hosts were declared has plain names: its owner allowed these for all of its hosts.
 */
export function secretUses({ hosts, secrets }: Reach): SecretUse[] {
  return secrets.flatMap((declared) => {
    const { secret, host } = split(declared);
    return host === undefined ? hosts.map((each) => ({ secret, host: each })) : [{ secret, host }];
  });
}

export function secretNames({ secrets }: Pick<Reach, "secrets">): string[] {
  return [...new Set(secrets.map((declared) => split(declared).secret))];
}

/** Secrets in the form of the API. */
export function toldSecrets(reach: Reach): { secrets: string[]; secret_uses: SecretUse[] } {
  return { secrets: secretNames(reach), secret_uses: secretUses(reach) };
}

/**
 * `NAME@host` of each secret. A plain name that was allowed for several hosts is left out, so that it is
 * approved anew.
 */
export function boundSecrets({ hosts, secrets }: Reach): string[] {
  const [only, ...others] = hosts;
  return secrets.flatMap((declared) => {
    if (split(declared).host !== undefined) return [declared];
    return only === undefined || others.length > 0 ? [] : [`${declared}@${only}`];
  });
}

/** Problems with the secrets, worded for the author of package.json. */
export function secretProblems({ hosts, secrets }: Reach): string[] {
  return secrets.flatMap((declared) => {
    const { secret, host } = split(declared);
    if (host === undefined && hosts.length > 1)
      return [
        `package.json: secrets: say to which of its hosts ${secret} goes: "${secret}@${hosts[0]}". One that goes to two hosts stands there twice.`,
      ];
    if (host === undefined || hosts.includes(host)) return [];
    return [`package.json: secrets: ${secret} goes to ${host}, which is not among its hosts.`];
  });
}

/** Text for people: `KEY to api.example.com`. */
export function saidUse(declared: string): string {
  const { secret, host } = split(declared);
  return host === undefined ? secret : `${secret} to ${host}`;
}

function split(declared: string): { secret: string; host?: string } {
  const at = declared.indexOf("@");
  return at < 0 ? { secret: declared } : { secret: declared.slice(0, at), host: declared.slice(at + 1) };
}
