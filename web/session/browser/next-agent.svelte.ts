/** The agent that was chosen for the next new conversation alone; empty: the default agent. */
let slug = $state("");

export const nextAgent = {
  get slug(): string {
    return slug;
  },
  set slug(next: string) {
    slug = next;
  },
};
