/** Services of the clients part for other parts. */
import type { PartKey } from "../platform/part-key.ts";
import type { ClientDeps } from "./ports.ts";

export const CLIENTS: PartKey<ClientDeps> = { name: "clients" };
