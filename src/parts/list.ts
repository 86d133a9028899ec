/** All that this Worker is made of. A new capability is a folder with its part, and a line here. */
import type { Part } from "../part.ts";
import { channelsPart } from "./channels.ts";
import { conversationsPart } from "./conversations.ts";
import { instancePart } from "./instance.ts";
import { jobsPart } from "./jobs.ts";
import { mcpPart } from "./mcp.ts";
import { memoryPart } from "./memory.ts";
import { peoplePart } from "./people.ts";
import { skillsPart } from "./skills.ts";
import { workspacePart } from "./workspace.ts";

/** Sections of a prompt stand in this order. */
export const PARTS: readonly Part[] = [
  peoplePart,
  conversationsPart,
  channelsPart,
  instancePart,
  workspacePart,
  skillsPart,
  memoryPart,
  jobsPart,
  mcpPart,
];
