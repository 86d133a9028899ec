/**
 * Replaces zod's conversion from JSON schema in the bundle (`[alias]` in wrangler.toml): zod would evaluate it at each
 * start, and nothing uses it.
 */
export function fromJSONSchema(): never {
  throw new Error("Schemas are not made of JSON schema here.");
}
