/**
 * Scheduler for programs: they compute in slices, one after another, and in the gaps the process serves
 * everybody else, above all answers that are streaming. Late timers show that the process is busy: the gaps
 * then grow, and shrink again while nobody else needs it.
 */

/** Slice length in ms: the longest that a program delays a step of other work. */
export const SLICE_MS = 2;
/** ms between slices, at least (while others have little to do) and at most (while they are busy). */
const LEAST_GAP_MS = 2;
const MOST_GAP_MS = 5;
/** Longest pause, in ms, after work that could not be sliced, such as handing over a long host answer. */
const MOST_REST_MS = 200;
/** ms by which the gap shrinks with each slice that begins in time. */
const EASE_MS = 0.5;
/** A timer that fires this many ms late was delayed by other work. */
const LATE_MS = 1.5;
/** A program that is this many ms late has gone, because its request ended. Others do not wait for it. */
const GONE_MS = 250;

export interface Fairness {
  /** Resolves when the next slice may begin. `held_ms`: how long the last one held up others. */
  pause(held_ms?: number): Promise<void>;
}

/** Time of the program's next poll. */
type Ticket = { due: number };

/**
 * Share one among all programs of a process. It shares numbers and no promises: a request of a Worker may not
 * await what another one settles. First come, first served, so that no program starves.
 */
export function createFairness(clock: () => number): Fairness {
  const line: Ticket[] = [];
  let nextAt = 0;
  let gap = LEAST_GAP_MS;

  const positionOf = (ticket: Ticket): number => {
    while (line[0] && line[0] !== ticket && line[0].due < clock() - GONE_MS) line.shift();
    if (!line.includes(ticket)) line.push(ticket);
    return line.indexOf(ticket);
  };
  const sleep = async (ticket: Ticket): Promise<void> => {
    const now = clock();
    ticket.due = Math.max(now, nextAt + positionOf(ticket) * (SLICE_MS + gap));
    await new Promise<void>((resolve) => setTimeout(resolve, ticket.due - now));
    const isLate = clock() - ticket.due > LATE_MS;
    gap = isLate ? MOST_GAP_MS : Math.max(gap - EASE_MS, LEAST_GAP_MS);
  };

  return {
    async pause(held_ms = SLICE_MS) {
      const ticket: Ticket = { due: clock() };
      // While nobody else needs the process, a long slice need not be compensated.
      const share = gap > LEAST_GAP_MS ? Math.max(1, held_ms / SLICE_MS) : 1;
      const rest = Math.min(gap * share, MOST_REST_MS);
      nextAt = Math.max(nextAt, clock() + rest);
      do await sleep(ticket);
      while (positionOf(ticket) > 0 || clock() < nextAt);
      line.shift();
      nextAt = clock() + SLICE_MS + gap;
    },
  };
}
