/** A self-hosted server's own API that tells a model's window and capabilities. */
import type { ModelMetadata, ShownWhere } from "../../capabilities.ts";
import type { JsonObject } from "../../wire/json.ts";

export interface ShownWay {
  /** Path from the server's root, without `/v1`. */
  path(where: ShownWhere): string;
  /** Sent by POST; undefined: a GET. */
  body?(where: ShownWhere): object;
  /** Undefined when the answer tells nothing about the model. */
  read(answer: JsonObject, model: string): ModelMetadata | undefined;
}
