/** The picture or colour that the signed-in person has chosen for themselves. */
import type { Preferences } from "../../api/people/people.ts";

interface OwnAvatar {
  /** Null: their initial. */
  picture: string | null;
  /** Null: the app's own. */
  color: string | null;
}

let chosen = $state.raw<OwnAvatar | null>(null);

export const ownAvatar = {
  /** Null: nothing is chosen, or it is not known yet. */
  get chosen(): OwnAvatar | null {
    return chosen;
  },
  /** Call it with preferences that were read or changed. */
  show({ avatar, avatar_color: color }: Preferences): void {
    chosen =
      avatar === null && color === null ? null : { picture: avatar && `/api/v1/files/${avatar}`, color };
  },
};
