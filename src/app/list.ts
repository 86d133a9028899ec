/** The list of parts that make up this Worker. A new feature is a folder with its part, and a line here. */

import { agentsPart } from "./agents/part.ts";
import { authorizationPart } from "./authorization/part.ts";
import { automationsPart } from "./automations/part.ts";
import { backupsPart } from "./backups/part.ts";
import { buildsPart } from "./capabilities/builds/part.ts";
import { capabilitiesPart } from "./capabilities/part.ts";
import { channelsPart } from "./channels/part.ts";
import { childrenPart } from "./children/part.ts";
import { clientsPart } from "./clients/part.ts";
import { collectionsPart } from "./collections/part.ts";
import { commitmentsPart } from "./commitments/part.ts";
import { completionsPart } from "./completions/part.ts";
import { conductorPart } from "./conductor/part.ts";
import { connectionsPart } from "./connections/part.ts";
import { conversationsPart } from "./conversations/part.ts";
import { doctorPart } from "./doctor/part.ts";
import { exportPart } from "./export/part.ts";
import { feedbackPart } from "./feedback/part.ts";
import { grantsPart } from "./grants/part.ts";
import { hooksPart } from "./hooks/part.ts";
import { housePromptsPart } from "./house-prompts/part.ts";
import { inboxPart } from "./inbox/part.ts";
import { instancePart } from "./instance/part.ts";
import { jobsPart } from "./jobs/part.ts";
import { mcpPart } from "./mcp/part.ts";
import { mcpServerPart } from "./mcp-server/part.ts";
import { memoryPart } from "./memory/part.ts";
import { modesPart } from "./modes/part.ts";
import { ocrPart } from "./ocr/part.ts";
import type { Part } from "./part.ts";
import { peoplePart } from "./people/part.ts";
import { promptsPart } from "./prompts/part.ts";
import { replaysPart } from "./replays/part.ts";
import { researchPart } from "./research/part.ts";
import { roomsPart } from "./rooms/part.ts";
import { routingPart } from "./routing/part.ts";
import { schedulesPart } from "./schedules/part.ts";
import { sharedLinksPart } from "./shared-links/part.ts";
import { signOnPart } from "./sign-on/part.ts";
import { skillsPart } from "./skills/part.ts";
import { speechPart } from "./speech/part.ts";
import { uploadsPart } from "./uploads/part.ts";
import { usagePart } from "./usage/part.ts";
import { webhooksPart } from "./webhooks/part.ts";
import { workspacePart } from "./workspace/part.ts";

/** Sections of a prompt stand in this order. */
export const PARTS: readonly Part[] = [
  // Last, so that it has the last word on who may do what.
  childrenPart,
  buildsPart,
  peoplePart,
  signOnPart,
  authorizationPart,
  routingPart,
  conversationsPart,
  inboxPart,
  channelsPart,
  instancePart,
  backupsPart,
  doctorPart,
  agentsPart,
  grantsPart,
  workspacePart,
  ocrPart,
  uploadsPart,
  collectionsPart,
  skillsPart,
  capabilitiesPart,
  memoryPart,
  jobsPart,
  schedulesPart,
  mcpPart,
  usagePart,
  hooksPart,
  webhooksPart,
  automationsPart,
  feedbackPart,
  commitmentsPart,
  conductorPart,
  clientsPart,
  modesPart,
  promptsPart,
  housePromptsPart,
  researchPart,
  replaysPart,
  speechPart,
  connectionsPart,
  roomsPart,
  completionsPart,
  mcpServerPart,
  exportPart,
  sharedLinksPart,
];
