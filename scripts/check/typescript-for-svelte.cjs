/**
 * Loaded before svelte-check. It reads components with the JavaScript interface of TypeScript, which version 7 does not
 * have, and asks version 7 for the types under another name: both names are led to where the packages stand.
 */
const Module = require("node:module");

/** @type {Record<string, string>} */
const STANDS_AT = {
  typescript: "typescript-svelte",
  "@typescript/native/package.json": "typescript/package.json",
};

const loader = /** @type {{_resolveFilename: (request: string, ...rest: unknown[]) => string}} */ (
  /** @type {unknown} */ (Module)
);
const resolve = loader._resolveFilename;
loader._resolveFilename = (request, ...rest) => resolve.call(loader, STANDS_AT[request] ?? request, ...rest);
