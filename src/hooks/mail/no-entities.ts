/** In the bundle, in place of the parser's own table of HTML's letters (`[alias]` in wrangler.toml): 19 KiB that nobody asks. */
export const htmlEntities: Readonly<Record<string, string>> = {};
