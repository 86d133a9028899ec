/** Metrics of the instance: their names, types and help, as Prometheus reads them. */

/** Upper bounds of the latency buckets, in seconds. */
export const BUCKETS_S = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300] as const;

export interface Family {
  /** Name without the prefix `nightjar_`. */
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
}

export const FAMILIES: readonly Family[] = [
  { name: "turns_total", type: "counter", help: "Ended turns." },
  { name: "turn_errors_total", type: "counter", help: "Failed turns by the kind of their error." },
  { name: "turn_recoveries_total", type: "counter", help: "Crashes that turns recovered from." },
  { name: "turn_duration_seconds", type: "histogram", help: "Duration of a turn's last run." },
  {
    name: "turn_first_text_seconds",
    type: "histogram",
    help: "Time from the acceptance of a message to the first token of its answer.",
  },
  { name: "tool_calls_total", type: "counter", help: "Tool calls by outcome." },
  { name: "model_calls_total", type: "counter", help: "Calls of models, for turns and beside them." },
  { name: "model_tokens_total", type: "counter", help: "Tokens by model and type." },
  { name: "model_cost_usd_total", type: "counter", help: "US dollars of the calls with a known price." },
  { name: "live_turns", type: "gauge", help: "Conversations with a turn that runs or waits." },
  { name: "jobs", type: "gauge", help: "Jobs that wait or run." },
  { name: "jobs_ended_last_day", type: "gauge", help: "Jobs added in the last 24 hours that have ended." },
  { name: "connected_apps", type: "gauge", help: "Open apps of people who were here in the last hour." },
  {
    name: "channel_last_message_timestamp_seconds",
    type: "gauge",
    help: "Time of the last message that came by a bot or number.",
  },
  {
    name: "channel_last_error_timestamp_seconds",
    type: "gauge",
    help: "Time of the last failure of a bot or number.",
  },
];
