/** Actions on what an agent or a person said: the buttons below it. */
import { t } from "../words/t.ts";
import type { Action } from "./action.ts";
import type { App } from "./ports.ts";

interface MessageContext {
  readonly app: App;
  readonly text: string;
  /** Null: it can't be copied. */
  readonly fork: (() => void) | null;
  /** Asks first. */
  remove(): void;
}

export interface AnswerContext extends MessageContext {
  readonly isReadAloud: boolean;
  /** Begins to read it aloud, or stops. */
  toggleReading(): void;
  answerAgain(): void;
  /** Null: only the owner of the conversation shares it. */
  readonly shareLink: (() => void) | null;
}

export interface PersonMessageContext extends MessageContext {
  /** The agent has not read it yet: it can be withdrawn. */
  readonly isQueued: boolean;
  readonly hasFiles: boolean;
  edit(): void;
  /** `again`: its text goes back to where it was written. */
  withdraw(again: boolean): void;
}

const isSaid = ({ isQueued }: PersonMessageContext) => !isQueued;

const copy = {
  name: "copy",
  icon: "copy",
  done: t("Copied"),
  run: ({ app, text }: MessageContext) => app.copy(text),
} as const;

const fork: Action<MessageContext> = {
  name: "fork",
  label: t("New conversation from here"),
  icon: "fork",
  when: ({ fork }) => fork !== null,
  run: ({ fork }) => fork?.(),
};

const remove = { name: "delete", icon: "trash", run: (message: MessageContext) => message.remove() } as const;

/** Actions in the order of the buttons. */
export const answerActions: readonly Action<AnswerContext>[] = [
  { ...copy, label: t("Copy answer") },
  {
    name: "read-aloud",
    label: t("Read aloud"),
    icon: "speaker",
    when: ({ isReadAloud }) => !isReadAloud,
    run: (answer) => answer.toggleReading(),
  },
  {
    name: "stop-reading",
    label: t("Stop reading aloud"),
    icon: "stop",
    when: ({ isReadAloud }) => isReadAloud,
    run: (answer) => answer.toggleReading(),
  },
  {
    name: "answer-again",
    label: t("Regenerate"),
    icon: "refresh",
    run: (answer) => answer.answerAgain(),
  },
  {
    name: "share-link",
    label: t("Share this answer by link"),
    icon: "link",
    when: ({ shareLink }) => shareLink !== null,
    run: (answer) => answer.shareLink?.(),
  },
  fork,
  { ...remove, label: t("Delete answer") },
];

/** Actions in the order of the buttons. */
export const personMessageActions: readonly Action<PersonMessageContext>[] = [
  { ...copy, label: t("Copy message"), when: isSaid },
  { ...fork, when: (message) => isSaid(message) && message.fork !== null },
  {
    name: "edit",
    label: t("Edit and send again"),
    icon: "pencil",
    when: isSaid,
    run: (message) => message.edit(),
  },
  { ...remove, label: t("Delete message"), when: isSaid },
  {
    name: "edit-queued",
    label: t("Edit"),
    icon: "pencil",
    when: ({ isQueued, hasFiles }) => isQueued && !hasFiles,
    run: (message) => message.withdraw(true),
  },
  {
    name: "withdraw",
    label: t("Withdraw"),
    icon: "undo",
    when: ({ isQueued }) => isQueued,
    run: (message) => message.withdraw(false),
  },
];
