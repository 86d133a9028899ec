/** Who is signed in here. */
import { onSignedOut, type Refused } from "../../api/http.ts";
import { type Me, readMe } from "../../api/instance.ts";
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

onSignedOut(() => {
  if (state.status !== "out") tabs.postMessage("out");
  leave();
});

function leave(): void {
  state = { status: "out" };
  forgetRead();
}

export const signedIn = {
  get state(): SignedIn {
    return state;
  },
  /** Asks the server. */
  async check(): Promise<void> {
    const me = await readMe();
    if (me.ok) state = { status: "in", me: me.value };
    else if (me.status === 401) leave();
    else state = { status: "failed", failure: me };
  },
};
