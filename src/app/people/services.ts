/** Services that the people part uses. */
import { CHANNELS } from "../services/channels.ts";
import { CONVERSATIONS } from "../services/conversations.ts";
import type { ServicesOf } from "../services/group.ts";
import { INSTANCE } from "../services/instance.ts";
import { KERNEL } from "../services/kernel.ts";
import { MEDIA } from "../services/media.ts";
import { MEMORY } from "../services/memory.ts";
import { PEOPLE } from "../services/people.ts";
import { PERSONAL_DATA } from "../services/personal-data.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROOMS } from "../services/rooms.ts";
import { ROUTING } from "../services/routing.ts";
import { serviceReader } from "../services/sealed.ts";

export const NEEDS = [
  CHANNELS,
  CONVERSATIONS,
  INSTANCE,
  KERNEL,
  MEDIA,
  MEMORY,
  PEOPLE,
  PERSONAL_DATA,
  PLATFORM,
  ROOMS,
  ROUTING,
] as const;

export type Services = ServicesOf<typeof NEEDS>;

export const servicesOf = serviceReader(...NEEDS);
