/** Keys of provider accounts: sealed in D1, and opened once in an isolate. */
import { AppError } from "../../../domain/errors.ts";
import type { AccountRow } from "./account-rows.ts";
import type { Sealer } from "./seal.ts";

export class AccountKeys {
  /** Undefined where the instance has no secret. */
  private readonly sealer: Sealer | undefined;
  private readonly opened = new Map<string, string | undefined>();

  constructor(sealer: Sealer | undefined) {
    this.sealer = sealer;
  }

  /** Throws an AppError if the instance has no secret to seal the key with. */
  async seal(key: string, account_id: string): Promise<string> {
    if (this.sealer) return this.sealer.seal(key, account_id);
    throw new AppError(
      "conflict",
      'Keys cannot be kept without SESSION_SECRET. Set it in .dev.vars (locally) or with "wrangler secret put SESSION_SECRET".',
    );
  }

  /** Undefined: it was sealed with another secret, or there is none. */
  async open({ sealed_key, id }: Pick<AccountRow, "sealed_key" | "id">): Promise<string | undefined> {
    if (!this.opened.has(sealed_key)) this.opened.set(sealed_key, await this.sealer?.open(sealed_key, id));
    return this.opened.get(sealed_key);
  }
}
