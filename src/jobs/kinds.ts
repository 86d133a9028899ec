/** Every kind of background job, with its title. A new kind is a line here beside its `defineJob`. */

interface KindOfJob {
  /** Title shown to people. */
  readonly title: string;
  /** The reason why a person cannot cancel it; absent: they may. */
  readonly goes_on?: string;
}

export const JOB_KINDS = {
  "agents.end_previews": { title: "End previews that nobody has ended" },
  build: {
    title: "Watch a build",
    goes_on:
      "It only looks after a build: stop the build itself, on its page or by halting its conversation.",
  },
  "channel.tell": { title: "Carry the answer to a command" },
  "commitments.ask": { title: "Ask what became of a promise" },
  "hooks.hand_in": { title: "Hand in an event that was cut off" },
  "memory.consolidate": { title: "Look for what can be summed up" },
  "memory.consolidate_conversation": { title: "Sum up a conversation" },
  "memory.consolidate_file": { title: "Learn from a file" },
  "memory.embed": { title: "Give passages their vectors" },
  "memory.expire": { title: "Let memories fade" },
  "memory.extract": { title: "Learn from a conversation" },
  "memory.index_file": { title: "Make a file findable" },
  "memory.index_import": { title: "Make an imported conversation findable" },
  "memory.index_missing": { title: "Look for files that are not findable yet" },
  "memory.index_upload": { title: "Make an upload findable" },
  "people.erase": {
    title: "Erase what somebody had",
    goes_on: "Somebody was deleted: what they had must not be half there.",
  },
  "storage.expire": { title: "Clear away what has expired" },
} as const satisfies Record<string, KindOfJob>;

/** `test.`: kinds that exist only in tests. */
export type JobKind = keyof typeof JOB_KINDS | `test.${string}`;

/** Rows of another version may have a kind unknown here: its title is its own name. */
export function titleOfKind(kind: string): string {
  return knownKind(kind)?.title ?? kind;
}

/** The reason why jobs of that kind cannot be cancelled; undefined if they can. */
export function goesOn(kind: string): string | undefined {
  return knownKind(kind)?.goes_on;
}

function knownKind(kind: string): KindOfJob | undefined {
  return Object.hasOwn(JOB_KINDS, kind) ? JOB_KINDS[kind as keyof typeof JOB_KINDS] : undefined;
}
