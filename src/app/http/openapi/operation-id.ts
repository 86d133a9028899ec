/** Ids of operations, as programs that are made of the description call them: `listAgents`, `createSchedule`. */

import { NAMED_OPERATIONS } from "./named-operations.ts";

const VERBS: Record<string, string> = { get: "get", put: "set", patch: "update", delete: "delete" };

/**
 * The id of an operation, derived from method and path, which never change; some are named by hand. `isList`: the answer is a
 * list.
 */
export function operationIdOf(method: string, path: string, isList: boolean): string {
  const named = NAMED_OPERATIONS[`${method.toUpperCase()} ${path}`];
  if (named !== undefined) return named;
  const parts = path.split("/").filter((part) => part !== "");
  const literals = parts.filter((part) => !part.startsWith("{"));
  const last = literals.at(-1) ?? "";
  const owner = literals.slice(0, -1).map(oneOf).join("");
  if (parts.at(-1)?.startsWith("{")) return `${VERBS[method] ?? "create"}${owner}${oneOf(last)}`;
  if (method === "post")
    return isPlural(last) ? `create${owner}${oneOf(last)}` : `${lowered(inCaps(last))}${owner}`;
  return `${isList && method === "get" ? "list" : VERBS[method]}${owner}${inCaps(last)}`;
}

/** `agent-templates` as `AgentTemplates`. */
function inCaps(word: string): string {
  return (word.match(/[A-Za-z0-9]+/g) ?? [])
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

function lowered(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}

function isPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

function oneOf(word: string): string {
  const one = /ies$/.test(word)
    ? word.replace(/ies$/, "y")
    : /(ss|as|ch|sh|x)es$/.test(word)
      ? word.replace(/es$/, "")
      : isPlural(word)
        ? word.slice(0, -1)
        : word;
  return inCaps(one);
}
