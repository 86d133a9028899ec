/** Who is signed in here. */
import { onSignedOut, type Refused, type Result } from "../../api/http.ts";
import { type Me, readSession } from "../../api/instance.ts";
import { signOut } from "../../api/people/auth.ts";
import { isKnownHere } from "../browser/known.ts";
import { forgetRead } from "../browser/offline.ts";

export type SignedIn =
  | { status: "checking" }
  | { status: "in"; me: Me }
  | { status: "out" }
  | { status: "failed"; failure: Refused };

let state = $state.raw<SignedIn>({ status: "checking" });

/** Other tabs of this browser: none of them shows what its person may not see any more. */
const tabs = new BroadcastChannel("nightjar-signed-out");
tabs.onmessage = () => void signedIn.check();

/** Counts what was asked and every sign-out: an older answer changes nothing any more. */
let asked = 0;

onSignedOut(leave);

function leave(): void {
  asked += 1;
  if (state.status !== "out") tabs.postMessage("out");
  state = { status: "out" };
  isKnownHere(false);
  forgetRead();
}

function enter(me: Me | null): void {
  if (me === null) {
    leave();
    return;
  }
  // Another tab acts for somebody else now: what is shown here is not theirs.
  if (state.status === "in" && state.me.owner !== me.owner) location.assign("/");
  isKnownHere(true);
  state = { status: "in", me };
}

export const signedIn = {
  get state(): SignedIn {
    return state;
  },
  /** Asks the server. */
  async check(): Promise<void> {
    asked += 1;
    const own = asked;
    const session = await readSession();
    if (own !== asked) return;
    if (session.ok) enter(session.value.me);
    else state = { status: "failed", failure: session };
  },
  /** Makes this browser somebody else's, in all its tabs: the app begins anew. */
  async become(change: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    const done = await change();
    if (!done.ok) return done;
    forgetRead();
    tabs.postMessage("changed");
    location.assign("/");
    return done;
  },
  /** Ends this browser's session. The way in is shown at once, though the server could not be asked again. */
  async leave(): Promise<Result<unknown>> {
    const done = await signOut();
    if (done.ok) leave();
    return done;
  },
};
