/** Two voices that take turns: a clip of one begins when those of the other before it are over. */
import type { Clip } from "../../types.ts";

interface Place {
  voice: object;
  hasBegun: boolean;
  isOver: boolean;
  /** Called when it begins or is over. */
  changed: (() => void)[];
}

export class TakingTurns {
  private last: Place | undefined;

  /** The voice's own clips follow each other without a gap, as it schedules them itself. */
  clip(voice: object, clip: Clip): Clip {
    let place: Place | undefined;
    let isStopped = false;
    return {
      play: ({ began, ended }) => {
        const before = this.last;
        const own: Place = { voice, hasBegun: false, isOver: false, changed: [] };
        place = own;
        this.last = own;
        const begin = () => {
          if (own.hasBegun || isStopped || !mayFollow(before, voice)) return;
          change(own, { hasBegun: true });
          clip.play({
            began,
            ended: () => {
              change(own, { isOver: true });
              ended();
            },
          });
        };
        before?.changed.push(begin);
        begin();
      },
      stop: () => {
        isStopped = true;
        const part = place?.hasBegun ? clip.stop() : 0;
        if (place) change(place, { hasBegun: true, isOver: true });
        return part;
      },
    };
  }
}

function mayFollow(before: Place | undefined, voice: object): boolean {
  return !before || before.isOver || (before.voice === voice && before.hasBegun);
}

function change(place: Place, state: Partial<Pick<Place, "hasBegun" | "isOver">>): void {
  Object.assign(place, state);
  for (const tell of [...place.changed]) tell();
}
