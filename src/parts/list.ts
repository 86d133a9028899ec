/** All that this Worker is made of. A new capability is a folder with its part, and a line here. */

import { buildsPart } from "../capabilities/builds/api/part.ts";
import { capabilitiesPart } from "../capabilities/part.ts";
import { childrenPart } from "../children/part.ts";
import { clientsPart } from "../clients/part.ts";
import { commitmentsPart } from "../commitments/part.ts";
import { completionsPart } from "../completions/part.ts";
import { conductorPart } from "../conductor/part.ts";
import { exportPart } from "../export/part.ts";
import { hooksPart } from "../hooks/part.ts";
import { mcpServerPart } from "../mcp-server/part.ts";
import type { Part } from "../part.ts";
import { promptsPart } from "../prompts/part.ts";
import { roomsPart } from "../rooms/part.ts";
import { schedulesPart } from "../schedules/part.ts";
import { signOnPart } from "../sign-on/part.ts";
import { speechPart } from "../speech/part.ts";
import { agentsPart } from "./agents.ts";
import { channelsPart } from "./channels.ts";
import { conversationsPart } from "./conversations.ts";
import { inboxPart } from "./inbox.ts";
import { instancePart } from "./instance.ts";
import { jobsPart } from "./jobs.ts";
import { mcpPart } from "./mcp.ts";
import { memoryPart } from "./memory.ts";
import { peoplePart } from "./people.ts";
import { routingPart } from "./routing.ts";
import { skillsPart } from "./skills.ts";
import { usagePart } from "./usage.ts";
import { workspacePart } from "./workspace.ts";

/** Sections of a prompt stand in this order. */
export const PARTS: readonly Part[] = [
  // Its word on who may do what is the last.
  childrenPart,
  buildsPart,
  peoplePart,
  signOnPart,
  routingPart,
  conversationsPart,
  inboxPart,
  channelsPart,
  instancePart,
  agentsPart,
  workspacePart,
  skillsPart,
  capabilitiesPart,
  memoryPart,
  jobsPart,
  schedulesPart,
  mcpPart,
  usagePart,
  hooksPart,
  commitmentsPart,
  conductorPart,
  clientsPart,
  promptsPart,
  speechPart,
  roomsPart,
  completionsPart,
  mcpServerPart,
  exportPart,
];
