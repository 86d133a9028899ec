/**
 * The path of a mail: find its hook, authenticate its sender, check that the sender is allowed, then hand it
 * in like any delivery.
 */
import type { ArrivedMail } from "../../domain/arrived-mail.ts";
import { AppError, isForNow } from "../../domain/errors.ts";
import type { MediaPart } from "../../domain/message.ts";
import { type Files, mediaPart } from "../../tools/files/port.ts";
import { passedOver } from "../filter.ts";
import type { Hook, HookDelivery } from "../hook.ts";
import type { Payload } from "../payload.ts";
import type { HookStore } from "../ports.ts";
import { noteRefusal, type TakeDeps, takeIn } from "../take.ts";
import { mayWrite, nameOf } from "./address.ts";
import type { AttachedFile } from "./attachments.ts";
import { type Mail, readMail } from "./read-mail.ts";
import { isFrom } from "./sender.ts";

/** Size limit of a mail with all its attachments. */
const MOST_BYTES = 10 * 1_048_576;
const EXCERPT = 2_000;

export interface MailDeps extends TakeDeps {
  hooks: HookStore & { ofMail(name: string): Promise<Hook | undefined> };
  /** The domain that receives mail; undefined: mail is off. */
  mail_domain: string | undefined;
  /** Hands the delivery in later, once there is room; it was accepted from the sender already. */
  later(delivery: HookDelivery): Promise<void>;
  /** `put` rejects with `payload_too_large` if the owner's quota is used up. */
  files: Pick<Files, "put" | "remove">;
}

/**
 * Returns the reason for a refusal, worded for the sender; undefined if the mail is taken. Rejects when
 * storage fails.
 */
export async function takeMail(deps: MailDeps, arrived: ArrivedMail): Promise<string | undefined> {
  if (deps.mail_domain === undefined) return "No mail is taken here.";
  const name = nameOf(arrived.to, deps.mail_domain);
  const hook = name === undefined ? undefined : await deps.hooks.ofMail(name);
  if (!hook?.enabled || hook.mail === null) return "There is no such address.";
  const unread = { hook, size: arrived.size };
  if (arrived.size > MOST_BYTES) {
    const reason = `The mail is larger than the ${MOST_BYTES / 1_048_576} MB that are taken.`;
    await noteRefusal(deps, unread, reason);
    return reason;
  }
  const mail = await readMail(await arrived.raw());
  const problem = "problem" in mail ? mail.problem : senderProblem(mail, hook.mail.senders);
  if (problem === undefined && !("problem" in mail)) return taken(deps, { hook, mail, arrived });
  const excerpt = "problem" in mail ? "" : (mail.payload.mail ?? "").slice(0, EXCERPT);
  await noteRefusal(deps, { ...unread, excerpt }, problem ?? "");
  return "problem" in mail ? mail.problem : "This address does not take mail from you.";
}

/** Worded for the hook's person. */
function senderProblem({ from, results }: Mail, senders: readonly string[]): string | undefined {
  if (!mayWrite(senders, from)) return `${from} is not among those who may write there.`;
  if (isFrom(from.slice(from.lastIndexOf("@") + 1), results)) return undefined;
  return `Nothing shows that this mail is from ${from}: no DMARC and no DKIM signature of that domain holds.`;
}

interface Proved {
  hook: Hook;
  mail: Mail;
  arrived: ArrivedMail;
}

async function taken(deps: MailDeps, { hook, mail, arrived }: Proved): Promise<string | undefined> {
  const wait = await deps.countOne(`hook:${hook.id}`, hook.rate_per_minute);
  if (wait > 0) {
    const reason = `More than ${hook.rate_per_minute} deliveries a minute.`;
    await noteRefusal(deps, { hook, size: arrived.size }, reason);
    return "Too much mail comes to this address. Send it again later.";
  }
  const { from, message_id } = mail;
  const payload = await withFiles(deps, { hook, mail });
  const key = message_id === null ? null : `${from} ${message_id}`;
  const { size, background } = arrived;
  const excerpt = (payload.mail ?? "").slice(0, EXCERPT);
  const said = { key, digest: undefined, sender_id: message_id, size, excerpt };
  const { delivery, outcome } = await takeIn(deps, { hook, payload, said, background });
  // A repeated delivery has stored the same files already.
  if (outcome.status === "duplicate")
    for (const { file_id } of payload.files ?? []) await deps.files.remove(hook.owner, file_id);
  if (outcome.status !== "refused") return undefined;
  // A mail server gets its answer at once, so a delivery without room now is retried here.
  if (!isForNow(outcome)) return "It could not be taken.";
  await deps.later(delivery);
  return undefined;
}

/** Stores attachments as the person's files while their quota lasts; a filtered mail stores none. */
async function withFiles(
  { files }: MailDeps,
  { hook, mail: { payload, attachments } }: Pick<Proved, "hook" | "mail">,
): Promise<Payload> {
  if (attachments.length === 0 || passedOver(hook.filter, payload) !== undefined) return payload;
  const kept: MediaPart[] = [];
  for (const attached of attachments) {
    const part = await partOf(files, hook.owner, attached);
    if (part !== undefined) kept.push(part);
  }
  const isWhole = kept.length === attachments.length;
  const words = isWhole ? payload.mail : `${payload.mail ?? ""}\n\n${NO_ROOM}`;
  return { ...payload, ...(words !== undefined && { mail: words }), files: kept };
}

const NO_ROOM = "(Not all attachments are kept: the person has no room left for files.)";

/** Undefined if there is no room for the file. */
async function partOf(
  files: Pick<Files, "put">,
  owner: string,
  attached: AttachedFile,
): Promise<MediaPart | undefined> {
  try {
    return mediaPart(await files.put(owner, attached));
  } catch (problem) {
    if (problem instanceof AppError && problem.kind === "payload_too_large") return undefined;
    throw problem;
  }
}
