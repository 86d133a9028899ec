/** What others ask of the part of clients. */
import type { PartKey } from "../platform/part-key.ts";
import type { ClientDeps } from "./ports.ts";

export const CLIENTS: PartKey<ClientDeps> = { name: "clients" };
