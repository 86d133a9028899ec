/** Keeps a call going while nobody touches the screen, and answers to the keys of a headset and of the lock screen. */

interface CallKeys {
  title: string;
  toggleMicrophone(): void;
  /** Pauses the call, or goes on with it. */
  togglePause(): void;
  hangUp(): void;
}

/** Tells the lock screen whether the call is paused, and whether its microphone is on. */
export function showCall(shown: { isPaused: boolean; isMuted: boolean }): void {
  const session = navigator.mediaSession as
    | (MediaSession & { setMicrophoneActive?(isActive: boolean): Promise<void> | undefined })
    | undefined;
  if (!session) return;
  session.playbackState = shown.isPaused ? "paused" : "playing";
  // Not every browser that knows it knows it of a page without a capture.
  void session.setMicrophoneActive?.(!shown.isMuted && !shown.isPaused)?.catch(() => undefined);
}

/** Keeps the device awake until the returned function is called. Browsers that know none of it go on without. */
export function stayAwake(keys: CallKeys): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const wake = async () => {
    if (document.hidden || isOver) return;
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
    if (isOver) await lock?.release();
  };
  void wake();
  // The browser takes it away whenever the page is hidden.
  document.addEventListener("visibilitychange", wake);
  const drop = listenToKeys(keys);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", wake);
    void lock?.release();
    drop();
  };
}

function listenToKeys({ title, toggleMicrophone, togglePause, hangUp }: CallKeys): () => void {
  const { mediaSession } = navigator;
  if (!mediaSession || typeof MediaMetadata === "undefined") return () => undefined;
  mediaSession.metadata = new MediaMetadata({ title, artwork: [{ src: "/icon-192.png", sizes: "192x192" }] });
  const handlers: [string, () => void][] = [
    ["togglemicrophone", toggleMicrophone],
    ["play", togglePause],
    ["pause", togglePause],
    ["hangup", hangUp],
    ["stop", hangUp],
  ];
  for (const [action, run] of handlers) setHandler(action, run);
  return () => {
    for (const [action] of handlers) setHandler(action, null);
    mediaSession.metadata = null;
    mediaSession.playbackState = "none";
  };
}

/** A browser throws at actions that it does not know. */
function setHandler(action: string, run: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(action as MediaSessionAction, run);
  } catch {
    // The screen's own buttons do the same.
  }
}
