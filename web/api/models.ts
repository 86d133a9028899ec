/** Models: the providers, their accounts, and the default models. */
import type {
  Account,
  AccountChange,
  AccountFields,
  AccountModels,
  AccountTest,
} from "../../src/contract/instance/accounts.ts";
import type {
  DocumentSettings,
  DocumentSettingsFields,
  ModelSettings,
  ModelSettingsFields,
} from "../../src/contract/instance/model-settings.ts";
import type {
  ChosenModels,
  ChosenModelsFields,
  EnteredPrice,
  ModelAddress,
  ModelSummary,
  NearbyServer,
  ProviderSummary,
} from "../../src/contract/instance/models.ts";
import { call, type Result } from "./http.ts";

export type { Account, EnteredPrice, ProviderSummary };

export function listProviders(): Promise<Result<{ items: ProviderSummary[] }>> {
  return call("GET", "/providers");
}

export function listAccounts(): Promise<Result<{ items: Account[] }>> {
  return call("GET", "/accounts");
}

export function addAccount(account: AccountFields): Promise<Result<Account>> {
  return call("POST", "/accounts", account);
}

export function changeAccount(id: string, change: AccountChange): Promise<Result<Account>> {
  return call("PATCH", `/accounts/${encodeURIComponent(id)}`, change);
}

export function removeAccount(id: string): Promise<Result<null>> {
  return call("DELETE", `/accounts/${encodeURIComponent(id)}`);
}

export function tryAccount(id: string): Promise<Result<AccountTest>> {
  return call("POST", `/accounts/${encodeURIComponent(id)}/test`, {});
}

export function readReached(id: string): Promise<Result<AccountModels>> {
  return call("GET", `/accounts/${encodeURIComponent(id)}/models`);
}

/** Model servers that listen on the machine that Nightjar runs on. */
export function listNearby(): Promise<Result<{ items: NearbyServer[] }>> {
  return call("GET", "/models/nearby");
}

/** Hosts that were confirmed for models. */
export function listAddresses(): Promise<Result<{ items: ModelAddress[] }>> {
  return call("GET", "/models/addresses");
}

export function disallowAddress(host: string): Promise<Result<null>> {
  return call("DELETE", `/models/addresses/${encodeURIComponent(host)}`);
}

/** Null removes the entered price. */
export function enterPrice(model: string, price: EnteredPrice | null): Promise<Result<ModelSummary>> {
  return call("PUT", "/models/prices", { model, price });
}

export function readModel(model: string): Promise<Result<ModelSettings>> {
  return call("GET", `/models/settings?model=${encodeURIComponent(model)}`);
}

/** Null takes a setting back. */
export function changeModel(change: ModelSettingsFields): Promise<Result<ModelSettings>> {
  return call("PATCH", "/models/settings", change);
}

export function readDocuments(): Promise<Result<DocumentSettings>> {
  return call("GET", "/models/documents");
}

/** Null takes a setting back. */
export function changeDocuments(change: DocumentSettingsFields): Promise<Result<DocumentSettings>> {
  return call("PATCH", "/models/documents", change);
}

/** Null removes a choice. */
export function chooseModels(chosen: ChosenModelsFields): Promise<Result<ChosenModels>> {
  return call("PUT", "/models/chosen", chosen);
}
