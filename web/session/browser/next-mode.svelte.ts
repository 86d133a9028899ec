/** The mode that was chosen for the next new conversation alone; empty: its agent's. */
let name = $state("");

export const nextMode = {
  get name(): string {
    return name;
  },
  set name(next: string) {
    name = next;
  },
};
