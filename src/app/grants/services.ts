/** Services that the part of grants uses. */
import { AGENTS } from "../services/agents.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [AGENTS] as const;

export const servicesOf = serviceReader(...NEEDS);
