/** One run of the bench, and what the model is asked to do in it. */

export interface Sitting {
  /** Where the instances keep their state; on the disk that is measured. */
  work: string;
  modelUrl: string;
  tracing: boolean;
  isQuick: boolean;
}

export const PLAN = "words=20 wait=0 gap=0";
export const TOOL_PLAN = `${PLAN} tools=1`;
