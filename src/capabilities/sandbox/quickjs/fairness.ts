/**
 * Programs compute in slices, one after another, and between two slices of whichever programs the process belongs to
 * everybody else: to answers that are being made, first of all. Where timers come late somebody is busy, and the pauses
 * become longer; while nobody else wants the process, they become short again.
 */

/** ms that a program computes at a stretch: by so much at most a step of somebody else's is held up. */
export const SLICE_MS = 2;
/** ms for others after each slice, while they have little to do, and while they are busy. */
const LEAST_GAP_MS = 2;
const MOST_GAP_MS = 5;
/** ms for others after what could not be cut into slices: a long answer of the host, handed over at once. */
const MOST_REST_MS = 200;
/** So much shorter a pause becomes with each slice that begins in time. */
const EASE_MS = 0.5;
/** A timer that fires so many ms late has waited for somebody. */
const LATE_MS = 1.5;
/** A program that is so many ms late is gone: its request was ended. Others do not wait for it. */
const GONE_MS = 250;

export interface Fairness {
  /** Resolves when the next slice may begin. `held_ms`: for so long the last one has held up everybody. */
  pause(held_ms?: number): Promise<void>;
}

/** When the program looks again. */
type Ticket = { due: number };

/**
 * Share one among all programs of a process. It shares numbers and no promise: one request of a Worker may not wait
 * for what another one settles. First come, first served, so that no program starves.
 */
export function createFairness(clock: () => number): Fairness {
  const line: Ticket[] = [];
  let nextAt = 0;
  let gap = LEAST_GAP_MS;

  const placeOf = (ticket: Ticket): number => {
    while (line[0] && line[0] !== ticket && line[0].due < clock() - GONE_MS) line.shift();
    if (!line.includes(ticket)) line.push(ticket);
    return line.indexOf(ticket);
  };
  const sleep = async (ticket: Ticket): Promise<void> => {
    const now = clock();
    ticket.due = Math.max(now, nextAt + placeOf(ticket) * (SLICE_MS + gap));
    await new Promise<void>((resolve) => setTimeout(resolve, ticket.due - now));
    const isLate = clock() - ticket.due > LATE_MS;
    gap = isLate ? MOST_GAP_MS : Math.max(gap - EASE_MS, LEAST_GAP_MS);
  };

  return {
    async pause(held_ms = SLICE_MS) {
      const ticket: Ticket = { due: clock() };
      // While nobody else wants the process, who held it up need not make up for it.
      const share = gap > LEAST_GAP_MS ? Math.max(1, held_ms / SLICE_MS) : 1;
      const rest = Math.min(gap * share, MOST_REST_MS);
      nextAt = Math.max(nextAt, clock() + rest);
      do await sleep(ticket);
      while (placeOf(ticket) > 0 || clock() < nextAt);
      line.shift();
      nextAt = clock() + SLICE_MS + gap;
    },
  };
}
