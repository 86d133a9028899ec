/** What a conversation is called before it has a title of its own. */
import { t } from "../words/t.ts";
export function titleOf(conversation: { title: string }): string {
  return conversation.title.trim() === "" ? t("New conversation") : conversation.title;
}
