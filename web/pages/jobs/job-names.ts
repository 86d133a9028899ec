/** Kinds of background jobs, by their names for people. */
import { t } from "../../words/t.ts";

const NAMES: Readonly<Record<string, string>> = {
  "agents.end_previews": t("End abandoned previews"),
  "channel.tell": t("Send the answer to a command"),
  "child.build": t("Build a capability"),
  "child.delegate": t("Delegate a task"),
  "commitments.ask": t("Ask about promises that are due"),
  "doctor.echo": t("Check the queue"),
  "grants.prune": t("Delete expired permissions"),
  "hooks.hand_in": t("Hand in an interrupted event"),
  "import.read": t("Read the files to import"),
  "import.take": t("Import conversations"),
  "memory.consolidate": t("Find conversations to summarise"),
  "memory.consolidate_conversation": t("Summarise conversations"),
  "memory.consolidate_file": t("Learn from files"),
  "memory.embed": t("Embed what memory holds"),
  "memory.expire": t("Let memories fade"),
  "memory.extract": t("Learn from conversations"),
  "memory.extract_programs": t("Learn from conversations with programs"),
  "memory.index_file": t("Index workspace files"),
  "memory.index_import": t("Index imported conversations"),
  "memory.index_missing": t("Look for files that are not indexed"),
  "memory.index_upload": t("Index uploads"),
  "people.erase": t("Delete a person's data"),
  "shared_links.sweep": t("Delete expired links"),
  "storage.expire": t("Delete expired files"),
  "webhooks.deliver": t("Send an event to a webhook"),
};

/** Falls back to the name by which the server lists the kind. */
export function jobName(kind: string, title: string): string {
  return NAMES[kind] ?? title;
}
