/** Name and logo of the instance, cached: pages and signed-out people ask for them. */
import { SwrCache } from "../../../platform/swr-cache.ts";
import type { InstanceChoices } from "./choices.ts";

export interface Branding {
  /** Null: the product's. */
  name: string | null;
  /** Id of a file of `LOGO_KEEPER`; null: the product's. */
  logo: string | null;
}

/** Owner of the logo's file, under a name that no person can have. */
export const LOGO_KEEPER = "instance:logo";

const NONE: Branding = { name: null, logo: null };
const KEY = "instance";

export class BrandingStore {
  private readonly choices: InstanceChoices;
  private readonly cached: SwrCache<Branding>;

  constructor(choices: InstanceChoices, now: () => number) {
    this.choices = choices;
    this.cached = new SwrCache({ read: () => this.read(), now });
  }

  /** Never rejects: while D1 does not answer, it resolves with the last known value, or the product's. */
  async get(): Promise<Branding> {
    try {
      return await this.cached.get(KEY);
    } catch {
      return NONE;
    }
  }

  /** Null takes a choice back. Resolves with the branding before and after. */
  async change({ name, logo }: Partial<Branding>): Promise<{ before: Branding; after: Branding }> {
    const before = await this.read();
    // Empty stands for none: a choice is never null.
    if (name !== undefined) await this.choices.write("instance_name", name ?? "");
    if (logo !== undefined) await this.choices.write("instance_logo", logo ?? "");
    const after = await this.read();
    this.cached.put(KEY, after);
    return { before, after };
  }

  private async read(): Promise<Branding> {
    const made = await this.choices.read("instance_name", "instance_logo");
    return { name: textOf(made.get("instance_name")), logo: textOf(made.get("instance_logo")) };
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
