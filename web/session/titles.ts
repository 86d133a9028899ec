/** Name of a conversation before it has a title. */
import { t } from "../words/t.ts";
export function titleOf(conversation: { title: string }): string {
  return conversation.title.trim() === "" ? t("New conversation") : conversation.title;
}
