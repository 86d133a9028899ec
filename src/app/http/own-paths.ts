/** What is the Worker's own; all else is the web app's. The same as `run_worker_first` in wrangler.toml. */
export const OWN_PATHS: readonly string[] = [
  "/api/*",
  "/v1/*",
  "/mcp",
  "/webhooks/*",
  "/signin/*",
  "/.well-known/*",
];
