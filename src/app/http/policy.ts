/** Access policy: each route declares who may call it, and this file enforces it. */
import type { Failure } from "../../domain/errors.ts";
import { holdsScope, type KeyScope } from "../../domain/key-scopes.ts";
import type { Principal } from "../../domain/principal.ts";

/**
 * - `public`: anybody, without signing in.
 * - `person`: whoever is signed in, guests too; handlers compare owners.
 * - `member`: whoever is signed in and no guest.
 * - `admin`: the operator.
 *
 * `scope` is what an API key must have, one of them if there are several.
 */
export type Policy =
  | {
      readonly who: "public";
      /** `any`: pages of other origins may call it too, since it takes no account of cookies. */
      readonly origin?: "any";
    }
  | {
      readonly who: "person" | "member" | "admin";
      readonly scope: KeyScope | readonly KeyScope[];
    };

/** The reason why this principal may not call such a route; undefined if they may. */
export function refusalOf(policy: Policy, principal: Principal): Failure | undefined {
  if (policy.who === "public") return undefined;
  if (policy.who === "admin" && principal.role !== "admin")
    return forbidden("Only the operator of this instance may do that.");
  if (policy.who === "member" && principal.role === "guest")
    return forbidden("Guests may not do that. Sign in with an account of this instance.");
  const wanted = scopesOf(policy);
  if (principal.scopes === undefined || holdsScope(principal.scopes, wanted)) return undefined;
  return forbidden(`This API key may not do that: it lacks the scope ${wanted.join(" or ")}.`);
}

/** The scopes of which an API key needs one; none where nobody signs in. */
export function scopesOf(policy: Policy): readonly KeyScope[] {
  if (policy.who === "public") return [];
  return typeof policy.scope === "string" ? [policy.scope] : policy.scope;
}

function forbidden(reason: string): Failure {
  return { error: "forbidden", reason };
}
