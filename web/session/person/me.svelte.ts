/** The signed-in person. */
import { type ApiFailure, onSignedOut, type Result } from "../../api/http.ts";
import { type Me, readSession } from "../../api/instance.ts";
import { signOut } from "../../api/people/sign-out.ts";
import { branding } from "../../ui/branding.svelte.ts";
import { isKnownHere } from "../browser/known.ts";
import { forgetRead } from "../browser/offline.ts";

export type SignedIn =
  | { status: "checking" }
  | { status: "in"; me: Me }
  | { status: "out" }
  | { status: "failed"; failure: ApiFailure };

let state = $state.raw<SignedIn>({ status: "checking" });

/** Other tabs of this browser: after a sign-out none of them may go on showing the person's data. */
const tabs = new BroadcastChannel("nightjar-signed-out");
tabs.onmessage = () => void signedIn.check();

/** Counts requests and sign-outs: an older answer is dropped. */
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
  // Another tab acts for somebody else now: the data shown here is not theirs.
  if (state.status === "in" && state.me.owner !== me.owner) location.assign("/");
  isKnownHere(true);
  state = { status: "in", me };
}

export const signedIn = {
  get state(): SignedIn {
    return state;
  },
  /** Asks the server who is signed in. */
  async check(): Promise<void> {
    asked += 1;
    const own = asked;
    const session = await readSession();
    if (own !== asked) return;
    if (session.ok) {
      // Absent in an answer of an earlier version that was cached for offline use.
      if (session.value.branding) branding.show(session.value.branding);
      enter(session.value.me);
    }
    if (!session.ok) state = { status: "failed", failure: session };
  },
  /** Changes the person of this browser, in all its tabs: the app starts again. */
  async become(change: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    const done = await change();
    if (!done.ok) return done;
    forgetRead();
    tabs.postMessage("changed");
    location.assign("/");
    return done;
  },
  /** Ends this browser's session. The sign-in page is shown at once, even if the server can't be reached afterwards. */
  async leave(): Promise<Result<unknown>> {
    const done = await signOut();
    if (done.ok) leave();
    return done;
  },
};
