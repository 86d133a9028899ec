/** Ports of a conversation behind which there is nothing: a test names what it is about, and the rest keeps quiet. */

import { NO_VOICE } from "../../../durable-objects/conversation/outbox/ports.ts";
import { PACES } from "../../../durable-objects/conversation/paces.ts";
import type { ConversationPorts } from "../../../durable-objects/conversation/ports.ts";
import { NO_GRANTS } from "../../../src/agent/ports/grants.ts";
import { CHANNELS } from "../../../src/channels/channel-list.ts";
import { NO_PREFERENCES } from "../../../src/people/preferences.ts";
import { BackgroundThrottle } from "../../../src/platform/background-throttle.ts";
import { sha256Hex } from "../../../src/platform/digest.ts";
import { Load } from "../../../src/platform/load.ts";
import { TurnAdmission } from "../../../src/platform/turn-admission.ts";
import { shippedTexts } from "../prompts/shipped.ts";

type Quiet = Omit<ConversationPorts, "now" | "ids" | "casting" | "model">;

export function quietPorts(): Quiet {
  return {
    kinds: CHANNELS,
    debounce: () => 0,
    paces: PACES,
    turnAdmission: new TurnAdmission(new Load()),
    backgroundThrottle: new BackgroundThrottle({ isCrowded: () => false }),
    noteStanding: () => undefined,
    admissions: [],
    hasAgent: async () => true,
    mayTalk: async () => true,
    describeFile: async () => undefined,
    toolbox: { list: () => [] },
    cutOutput: (outcome) => outcome,
    cutUnstored: (outcome) => outcome,
    policy: { decide: () => ({ verdict: "allow" }) },
    grants: NO_GRANTS,
    recall: { recall: async () => [], standing: async () => ({ lines: [] }), wishes: () => [] },
    preferences: () => NO_PREFERENCES,
    fittingSkills: async () => [],
    contextFiles: { read: async () => undefined },
    flushMemory: { flush: async () => undefined },
    prompts: shippedTexts,
    compactionPrompt: "",
    cacheLifetime: 300_000,
    media: async () => new Map(),
    keepFile: async () => undefined,
    budgets: { ready: () => undefined, refusal: () => undefined, note: () => undefined },
    flush: async () => undefined,
    trail: {
      put: async () => undefined,
      list: async () => [],
      get: async () => undefined,
      removeAll: async () => undefined,
    },
    sources: {
      put: (_owner, _conversation, text) => sha256Hex(text),
      share: async () => undefined,
      get: async () => undefined,
      drop: async () => undefined,
    },
    fileText: async () => undefined,
    removeFile: async () => undefined,
    removeRecording: async () => undefined,
    forgetMessage: async () => undefined,
    forgetConversation: async () => undefined,
    indexed: async () => undefined,
    fetchFiles: async (_owner, { attachments: _, ...message }) => message,
    branchSource: () => ({ branchPage: async () => NO_BRANCH }),
    opened: () => {},
    monitor: () => undefined,
    presence: { arrived: async () => 0, left: async () => undefined },
    memberRights: async () => [],
    standing: async (principal) => principal,
    channels: { get: () => ({ missing: "this test has no channel." }) },
    voice: NO_VOICE,
    leadsHere: async () => true,
    wakers: [],
    log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
  };
}

const NO_BRANCH = {
  ok: true as const,
  value: { owner: "", messages: [], compactions: [], next: null },
};
