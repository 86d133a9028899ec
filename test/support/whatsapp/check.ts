/** The Cloud API's checks of a message: the problem, or undefined. */

export interface GraphMessage {
  messaging_product?: string;
  recipient_type?: string;
  to?: string;
  type?: string;
  context?: { message_id: string };
  text?: { body: string };
  interactive?: Interactive;
  template?: { name: string; language: { code: string } };
  reaction?: { message_id: string; emoji: string };
  status?: string;
  message_id?: string;
  typing_indicator?: { type: string };
  [media: string]: unknown;
}

export interface Interactive {
  type: string;
  body: { text: string };
  action: {
    button?: string;
    buttons?: { type: string; reply: { id: string; title: string } }[];
    sections?: { title: string; rows: { id: string; title: string; description?: string }[] }[];
  };
}

export function problemOf(message: GraphMessage): string | undefined {
  if (message.messaging_product !== "whatsapp") return "messaging_product is required";
  if (message.status !== undefined)
    return message.message_id === undefined ? "message_id is required" : undefined;
  if (!/^\d{5,20}$/.test(message.to ?? "")) return "to is not a number";
  switch (message.type) {
    case "text":
      return isText(message.text?.body) ? undefined : "text.body has 1 to 4096 characters";
    case "interactive":
      return message.interactive ? interactiveProblem(message.interactive) : "interactive is required";
    case "template":
    case "reaction":
      return undefined;
    default:
      return typeof (message[message.type ?? ""] as { id?: string })?.id === "string"
        ? undefined
        : "no media id";
  }
}

/** A code block that is not closed would swallow what follows. */
export function isText(body: string | undefined): boolean {
  if (body === undefined || body.trim() === "" || body.length > 4_096) return false;
  return body.isWellFormed() && (body.match(/```/g)?.length ?? 0) % 2 === 0;
}

function interactiveProblem({ type, body, action }: Interactive): string | undefined {
  if (body.text === "" || body.text.length > 1_024) return "body.text has 1 to 1024 characters";
  return type === "button" ? buttonProblem(action) : listProblem(action);
}

function buttonProblem({ buttons = [] }: Interactive["action"]): string | undefined {
  const titles = new Set(buttons.map(({ reply }) => reply.title));
  if (buttons.length < 1 || buttons.length > 3) return "1 to 3 buttons";
  if (titles.size < buttons.length) return "titles differ";
  const isWrong = buttons.some(
    ({ reply }) => reply.title.length > 20 || reply.title === "" || reply.id.length > 256,
  );
  return isWrong ? "a title has 1 to 20 characters, an id 256" : undefined;
}

function listProblem({ button = "", sections = [] }: Interactive["action"]): string | undefined {
  const rows = sections.flatMap((section) => section.rows);
  if (button === "" || button.length > 20) return "button has 1 to 20 characters";
  if (rows.length < 1 || rows.length > 10) return "1 to 10 rows";
  const isWrong = rows.some(({ id, title, description = "" }) => {
    return title === "" || title.length > 24 || description.length > 72 || id.length > 200;
  });
  return isWrong ? "a title has 24 characters, a description 72, an id 200" : undefined;
}
