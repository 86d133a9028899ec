/** Realtime model that reads aloud. */
export const REALTIME_MOUTH = "gpt-realtime-2.1-mini";
