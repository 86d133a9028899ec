/** Words for outgoing webhooks. */
import type { WebhookEventType, WebhookStatus } from "../../../../src/domain/webhook.ts";
import { t } from "../../../words/t.ts";

export const EVENT_WORDS: Record<WebhookEventType, string> = {
  "message.created": t("A message is written"),
  "turn.ended": t("A turn ends"),
  "question.asked": t("An agent asks a question"),
  "job.failed": t("A job fails"),
  "build.ready": t("A capability is built"),
  "budget.exceeded": t("A budget is used up"),
};

export const STATUS_WORDS: Record<WebhookStatus, string> = {
  pending: t("Waiting"),
  delivered: t("Delivered"),
  failed: t("Failed"),
  dropped: t("Not sent"),
};

export const TONES = { pending: "idle", delivered: "good", failed: "bad", dropped: "idle" } as const;
