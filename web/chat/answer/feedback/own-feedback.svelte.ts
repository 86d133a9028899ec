/** Feedback of the signed-in person on the answers of opened conversations, read once for each. */
import { SvelteMap } from "svelte/reactivity";
import {
  type AnswerPlace,
  type Feedback,
  type FeedbackFields,
  type GivenFeedback,
  giveFeedback,
  listFeedback,
  takeFeedbackBack,
} from "../../../api/agents/feedback.ts";
import { tell } from "../../../ui/overlays/toasts.svelte.ts";

const known = new SvelteMap<string, Feedback>();
const asked = new Set<string>();

export const ownFeedback = {
  on: (message: string): Feedback | undefined => known.get(message),

  async load(conversation: string): Promise<void> {
    if (asked.has(conversation)) return;
    asked.add(conversation);
    const answer = await listFeedback(conversation);
    if (!answer.ok) asked.delete(conversation);
    else for (const each of answer.value.items) known.set(each.message_id, each);
  },

  /** Tells why when it is refused. */
  async give(place: AnswerPlace, fields: FeedbackFields): Promise<GivenFeedback | undefined> {
    const answer = await giveFeedback(place, fields);
    if (answer.ok) known.set(place.message, answer.value);
    else tell(answer.reason, { level: "error" });
    return answer.ok ? answer.value : undefined;
  },

  async takeBack(place: AnswerPlace): Promise<void> {
    const answer = await takeFeedbackBack(place);
    if (answer.ok) known.delete(place.message);
    else tell(answer.reason, { level: "error" });
  },
};
