/**
 * Provider accounts in D1, shared by all conversations. They are cached and refreshed behind the calls, so that the
 * first token never waits for D1. No `SwrCache`: a snapshot is there at once, however old, and each reading is merged
 * with the states recorded here that D1 may not have yet.
 */
import { eq, getTableColumns } from "drizzle-orm";
import type {
  Account,
  AccountSnapshot,
  AccountState,
  AccountStore,
  BilledCall,
  ChosenModels,
} from "../../../providers/accounts.ts";
import type { Clock } from "../../../providers/provider.ts";
import type { GeneralSettings, ModelSettings } from "../../../providers/settings/model-settings.ts";
import type { Database } from "../database.ts";
import { accountStates, accounts, modelChoices } from "../schema/accounts.ts";
import { part, readSeveral } from "../several.ts";
import { AccountKeys } from "./account-keys.ts";
import {
  type AccountRow,
  type AccountView,
  accountOf,
  hintOf,
  type NewAccount,
  readAccounts,
  statesOf,
  viewOf,
  writeState,
} from "./account-rows.ts";
import { deleteAccount, insertAccount, writeChoice } from "./account-writes.ts";
import { type LocalAccount, withLocal } from "./local-account.ts";
import { deleteAddress, type ModelAddress, readAddresses, writeAddress } from "./model-addresses.ts";
import {
  type EnteredPrice,
  FACTS,
  factsOf,
  MORE_FACTS,
  settingsOf,
  writePrice,
  writeReach,
  writeSettings,
} from "./model-facts.ts";
import type { Sealer } from "./seal.ts";
import { type AccountSpending, SpendingStore } from "./spending.ts";

export interface D1AccountsOptions {
  db: Database;
  /** Undefined if the instance has no secret: then keys can be neither added nor read. */
  sealer: Sealer | undefined;
  clock: Clock;
  /** A model server beside this instance, if the operator allows looking for one. */
  local?: LocalAccount | undefined;
  /** Keeps the Worker alive for work that nobody waits for. */
  background(work: Promise<unknown>): void;
  /** Called when a refresh or a write failed; later ones are tried all the same. */
  onFailure(what: string, problem: unknown): void;
}

const REFRESH_MS = 10_000;
const LONGEST_WAIT_MS = 2_000;

/** Everything read about accounts, in one query. */
const PARTS = {
  rows: part(accounts, getTableColumns(accounts)),
  states: part(accountStates, getTableColumns(accountStates)),
  choices: part(modelChoices, getTableColumns(modelChoices)),
  ...FACTS,
};

export class D1AccountStore implements AccountStore {
  private readonly options: D1AccountsOptions;
  private readonly keys: AccountKeys;
  /** States recorded here that may not be in D1 yet. */
  private readonly recorded = new Map<string, { state: AccountState; at: number }>();
  private latest: AccountSnapshot = { accounts: [], states: new Map() };
  private confirmed: readonly string[] = [];
  private loadedAt = Number.NEGATIVE_INFINITY;
  private hasLoaded = false;
  /** Start time of the reading that is shown. */
  private readAt = Number.NEGATIVE_INFINITY;
  private edits = 0;
  private readonly spendingStore: SpendingStore;

  constructor(options: D1AccountsOptions) {
    this.options = options;
    this.keys = new AccountKeys(options.sealer);
    this.spendingStore = new SpendingStore(options);
  }

  snapshot(): AccountSnapshot {
    if (this.options.clock.now() - this.loadedAt > REFRESH_MS) this.options.background(this.refresh());
    return withLocal(this.latest, this.options.local);
  }

  /** For removing keys from texts. Uses the last reading and never reads. */
  knownKeys(): string[] {
    return this.latest.accounts.flatMap(({ key }) => (key === "" ? [] : [key]));
  }

  /** Hosts that an operator has confirmed for models, as `host:port`. Uses the last reading and never reads. */
  confirmedHosts(): readonly string[] {
    return this.confirmed;
  }

  /** Rejects when D1 does. */
  addresses(): Promise<ModelAddress[]> {
    return readAddresses(this.options.db);
  }

  /** Lets models be asked at this host from now on. Rejects when D1 does. */
  async confirm(host: string): Promise<void> {
    await writeAddress(this.options.db, { host, created_at: this.options.clock.now() });
    await this.reload();
  }

  /** Takes a confirmation back. Returns false if there is none for that host. Rejects when D1 does. */
  async unconfirm(host: string): Promise<boolean> {
    const isGone = await deleteAddress(this.options.db, host);
    await this.reload();
    return isGone;
  }

  /** Whether anything has been read yet: the reading may be some seconds old. */
  get isRead(): boolean {
    return this.hasLoaded && (this.options.local?.server.isKnown ?? true);
  }

  /** Waits two seconds at most. */
  async ready(): Promise<void> {
    if (this.isRead) return;
    await Promise.all([this.read(), this.options.local?.server.ready()]);
  }

  private async read(): Promise<void> {
    if (this.hasLoaded) return;
    await new Promise<void>((resolve) => {
      const cancel = this.options.clock.after(LONGEST_WAIT_MS, resolve);
      void this.refresh().then(() => {
        cancel();
        resolve();
      });
    });
  }

  recordSpend({ id }: Pick<Account, "id">, spent: BilledCall): void {
    const writing = this.spendingStore.add(id, spent);
    if (!writing) return;
    const written = writing.catch((problem: unknown) =>
      this.options.onFailure("what accounts were billed was not written; it is tried again", problem),
    );
    this.options.background(written);
  }

  /** Stores the models that the account can reach, as reported by its provider. Rejects when D1 does. */
  async reached(account_id: string, models: readonly string[]): Promise<void> {
    await writeReach(this.options.db, { account_id, models, at: this.options.clock.now() });
    await this.reload();
  }

  /** Null removes it. Rejects when D1 does. */
  async setPrice(model: string, price: EnteredPrice | null): Promise<void> {
    await writePrice(this.options.db, { model, price, at: this.options.clock.now() });
    await this.reload();
  }

  /** Replaces what an admin set of the model. Rejects when D1 does. */
  async setModel(model: string, settings: ModelSettings | GeneralSettings): Promise<void> {
    await writeSettings(this.options.db, { model, settings, at: this.options.clock.now() });
    await this.reload();
  }

  /** This month's spending, by account. Rejects when D1 does. */
  spending(): Promise<Map<string, AccountSpending>> {
    return this.spendingStore.read();
  }

  record({ id, provider }: Pick<Account, "id" | "provider">, state: AccountState): void {
    const at = this.options.clock.now();
    this.recorded.set(id, { state, at });
    this.latest = { ...this.latest, states: new Map(this.latest.states).set(id, state) };
    this.options.background(this.write({ id, provider }, state, at));
  }

  /** Rejects when D1 does. */
  async list(): Promise<AccountView[]> {
    const { rows, states } = await readAccounts(this.options.db);
    const readable = async (row: AccountRow) => (await this.keys.open(row)) !== undefined;
    return Promise.all(rows.map(async (row) => viewOf(row, await readable(row), states.get(row.id) ?? {})));
  }

  /** Throws an AppError if the instance has no secret to seal the key with. */
  async add(account: NewAccount): Promise<void> {
    const at = this.options.clock.now();
    const sealed_key = await this.keys.seal(account.key, account.id);
    await insertAccount(this.options.db, account, { sealed_key, at });
    await this.reload();
  }

  /** A new key also clears the account's state. Returns false if there is no such account. */
  async update(
    id: string,
    change: Partial<
      Pick<NewAccount, "label" | "key" | "priority"> & Pick<AccountRow, "profile" | "compatibility">
    >,
  ): Promise<boolean> {
    const { key, ...rest } = change;
    const at = this.options.clock.now();
    const sealed =
      key === undefined ? {} : { sealed_key: await this.keys.seal(key, id), key_hint: hintOf(key) };
    const changed = await this.options.db
      .update(accounts)
      .set({ ...rest, ...sealed, updated_at: at })
      .where(eq(accounts.id, id))
      .returning();
    const [row] = changed;
    if (!row) return false;
    if (key !== undefined) await this.enable(id, row.provider);
    else await this.reload();
    return true;
  }

  /** Ends a rest or disablement, also of an account from the settings. */
  async enable(id: string, provider: string): Promise<void> {
    await this.write({ id, provider }, {}, this.options.clock.now());
    this.recorded.delete(id);
    await this.reload();
  }

  /** Returns false if there is no such account. */
  async remove(id: string): Promise<boolean> {
    const isGone = await deleteAccount(this.options.db, id);
    this.recorded.delete(id);
    await this.reload();
    return isGone;
  }

  /** Applies to everybody; null removes a choice. Rejects when D1 does. */
  async choose(role: keyof ChosenModels, model: string | null): Promise<void> {
    await writeChoice(this.options.db, { role, model, at: this.options.clock.now() });
    await this.reload();
  }

  /** A reading under way may have begun before the change, so this reads once more. */
  private reload(): Promise<void> {
    this.edits += 1;
    return this.refresh();
  }

  /** Never rejects. Each caller reads for itself: a Durable Object must not await another object's promise. */
  private refresh(): Promise<void> {
    return this.load().catch((problem: unknown) => this.options.onFailure("accounts were not read", problem));
  }

  private async load(): Promise<void> {
    const { db, clock } = this.options;
    const begun = clock.now();
    // Set before the reading, so that a failing database is not asked again by each call.
    this.loadedAt = begun;
    const edits = this.edits;
    const [read, more] = await Promise.all([readSeveral(db, PARTS), readSeveral(db, MORE_FACTS)]);
    const { rows, states, choices, ...facts } = read;
    const opened = await Promise.all(rows.map(async (row) => ({ row, key: await this.keys.open(row) })));
    if (edits !== this.edits) return this.load();
    if (begun < this.readAt) return;
    this.readAt = begun;
    const merged = statesOf(states);
    for (const [id, { state, at }] of this.recorded) {
      if (at >= begun - REFRESH_MS) merged.set(id, state);
      else this.recorded.delete(id);
    }
    this.hasLoaded = true;
    this.confirmed = more.addresses.map(({ host }) => host);
    this.latest = {
      accounts: opened.flatMap(({ row, key }) => (key === undefined ? [] : [accountOf(row, key)])),
      states: merged,
      chosen: Object.fromEntries(choices.map(({ role, model }) => [role, model])),
      ...factsOf(facts),
      ...settingsOf(more.settings),
    };
  }

  /** Never rejects. A state older than the stored one changes nothing. */
  private async write(
    account: Pick<Account, "id" | "provider">,
    state: AccountState,
    at: number,
  ): Promise<void> {
    try {
      await writeState(this.options.db, account, { state, at });
    } catch (problem) {
      this.options.onFailure("an account's state was not recorded", problem);
    }
  }
}
