/** In the bundle, in place of what makes schemas of JSON schema (`[alias]` in wrangler.toml): zod evaluates it at each start, and nobody asks it. */
export function fromJSONSchema(): never {
  throw new Error("Schemas are not made of JSON schema here.");
}
