/** Names of the Builder's tools: its mandate allows these and nothing else. */
export const BUILDER_TOOLS = [
  "write_file",
  "run_code",
  "run_command",
  "ask_user",
  "report_progress",
  "register_capability",
] as const;
