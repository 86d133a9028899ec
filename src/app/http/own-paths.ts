/** Paths that the Worker serves; all others belong to the web app. Keep equal to `run_worker_first` in wrangler.toml. */
export const OWN_PATHS: readonly string[] = [
  "/api/*",
  "/v1/*",
  "/chat/completions",
  "/mcp",
  "/metrics",
  "/oauth/*",
  "/webhooks/*",
  "/signin/*",
  "/.well-known/*",
];
