/** Calls back after `ms`, unless its result is called first: a timer that is left keeps an object in memory. */
export type Later = (callback: () => void, ms: number) => () => void;
