/** Output of `nightjar help`. */

const OVERVIEW = `Talk to a running Nightjar from the terminal.

  nightjar chat                 a conversation; Ctrl-C stops an answer, Ctrl-D leaves
  nightjar send "text"          one message, the answer on standard output
  nightjar status               whether it runs, and what it is doing now
  nightjar history              your conversations, or the messages of one
  nightjar backup PLACE         copies the whole instance, while it runs
  nightjar restore PLACE        takes a backup over into an empty instance
  nightjar drill PLACE          restores a backup on trial, and says whether all is there
  nightjar rollback             brings back the state of before an update
  nightjar doctor               checks everything, and says what to mend

  nightjar help <command>       more about one of them

Which instance: NIGHTJAR_URL and NIGHTJAR_TOKEN, or the .dev.vars of the folder you are in
(or one above it), or that of the installation itself.`;

const CONVERSATION = "  -c, --conversation ID   go on with that conversation";
const AGENT = "  -a, --agent SLUG        which agent answers";
const MODEL = "  -m, --model NAME        which model, as provider/model";

/** @type {Record<import("./arguments.mjs").CommandName, string>} */
const DETAILS = {
  chat: `nightjar chat [options] [text]

${CONVERSATION}
${AGENT}
${MODEL}

A text is the first message. At the prompt: a line is a message; end it with \\ to go on in the next line. The agent's questions are
answered right there. Reminders and other messages appear as they come.
  /new    a new conversation      /help   this      /exit   leave (or Ctrl-D)`,
  send: `nightjar send [options] [text]

${CONVERSATION}
${AGENT}
${MODEL}
      --json              one JSON object at the end instead of the text as it comes

Text may be piped in: "git diff | nightjar send 'review this'". The answer goes to standard output, all
else to standard error. Ends with 0 when answered, 1 when it failed, 3 when the agent waits for an
answer to its question, 130 when halted.`,
  status: `nightjar status [options]

      --json              as JSON`,
  backup: `nightjar backup PLACE [options]
nightjar backup list PLACE
nightjar backup check PLACE

PLACE is a folder, a file.tar, or s3://bucket/folder (with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
S3_ENDPOINT). Only what has changed is added. NIGHTJAR_BACKUP_PASSPHRASE seals it; it is asked for otherwise.
      --keep N            removes all but the newest N backups afterwards
      --settings FILE     the settings file that goes along, else the .dev.vars of an instance of this machine
      --unsealed          without a passphrase, and without the settings
      --json              as JSON
"list" shows the backups there; "check" reads all of them to the last byte.`,
  restore: `nightjar restore PLACE [options]

The instance has to be new and empty. Every row and file is compared afterwards.
      --backup NAME       which one, as "backup list" names it; else the newest
      --settings FILE     writes the settings file of the backup there, and does nothing else
      --json              as JSON`,
  drill: `nightjar drill PLACE [options]

Starts an instance of this checkout on another port with an empty state and secrets of its own, restores the backup into it, compares
everything and throws it away. It never sends anything or begins by itself. The running instance is told how it ended.
      --backup NAME       which one, as "backup list" names it; else the newest
      --json              as JSON`,
  rollback: `nightjar rollback [NAME] [options]

Before code that stores in other forms opens a state, "npm start" copies it. This brings the newest of these copies
back, or the named one, writes out what came since, and keeps the present state beside it. Stop the instance first.
      --list              the copies there are`,
  doctor: `nightjar doctor [options]

Checks this machine and the instance: Node, the settings file, disk, address, storage, queue, models, chats, backups; ends
with one message to an agent. Ends with 1 where something needs mending.
      --fix               mends what can be mended without a risk
      --json              as JSON`,
  history: `nightjar history [options] [conversation]

Without a conversation, the latest ones. With one, its messages.
      --full              tool calls and their results too
      --json              as JSON`,
};

/** @param {import("./arguments.mjs").CommandName | undefined} about */
export function help(about) {
  return about === undefined ? OVERVIEW : DETAILS[about];
}
