/** What a conversation is called before it has a title of its own. */
export function titleOf(conversation: { title: string }): string {
  return conversation.title.trim() === "" ? "New conversation" : conversation.title;
}
