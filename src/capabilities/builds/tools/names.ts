/** The Builder's tools, by name: what its mandate allows, and nothing else. */
export const BUILDER_TOOLS = [
  "write_file",
  "run_code",
  "run_command",
  "ask_user",
  "report_progress",
  "register_capability",
] as const;
