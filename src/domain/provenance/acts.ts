/** Acts: families of verbs by which a tool's deed is found in the person's words. A word of no family stands for itself. */
import { wordsOfName } from "./argument-kinds.ts";
import type { NormalText } from "./normal-form.ts";

interface Family {
  /** Verbs of tools' names. */
  tools: RegExp;
  /** Beginnings of words that people use, in English, German and French. */
  people: RegExp;
}

const START = "(?<!\\p{L})(?:";

function people(beginnings: string): RegExp {
  return new RegExp(`${START}${beginnings.trim().split(/\s+/).join("|")})`, "u");
}

const FAMILIES: Family[] = [
  {
    tools:
      /^(?:send|reply|forward|message|dm|post|email|mail|notify|tell|share|invite|comment|publish|tweet|submit|text|ask|respond|answer|sende|senden|schicken?|schreiben?|antworten?|weiterleiten|teilen?|einladen|veroffentlichen|envoyer|repondre|partager|inviter|publier|ecrire)$/,
    people: people(
      "send sent e-?mail mail writ repl answer respond forward messag tell inform notif text dm post shar invit ask remind announc publish tweet comment submit pass let schick send schreib antwort weiterleit sag nachricht informier teil frag einlad lad erinner veröffentlich envo écri ecri répon repon transf di[st] inform partag publi demand invit rappel",
    ),
  },
  {
    tools:
      /^(?:create|add|append|insert|new|make|schedule|book|reserve|rent|save|upload|write|put|open|register|plan|copy|order|join|subscribe|set|erstellen?|anlegen|hinzufugen|hinzufuegen|buchen?|reservieren?|speichern?|bestellen?|creer|ajouter|reserver|enregistrer|commander)$/,
    people: people(
      "creat add append insert new mak schedul book reserv rent hir sav upload writ put open regist plan copy order join subscrib set record note arrang organi[sz] block enter get erstell anleg leg hinzu füg fueg neu mach buch reservier miet speicher trag schreib plan bestell notier réserv reserv cré cre ajout fai not planifi enregistr inscri lou command",
    ),
  },
  {
    tools:
      /^(?:update|edit|change|modify|move|reschedule|rename|set|mark|replace|patch|adjust|assign|archive|close|resolve|pin|label|star|toggle|enable|disable|andern|aendern|bearbeiten?|verschieben?|umbenennen|aktualisieren?|ersetzen?|modifier|changer|deplacer|renommer|remplacer|archiver)$/,
    people: people(
      "updat edit chang modif mov reschedul renam set mark replac patch adjust assign archiv clos resolv pin label star switch shift postpon bring correct fix turn rais lower increas extend änder aender verschieb verleg umbenenn setz markier ersetz korrigier anpass pass archivier schließ modifi chang déplac deplac reporte renomm mett met corrig remplac ferm",
    ),
  },
  {
    tools:
      /^(?:delete|remove|cancel|clear|erase|drop|discard|trash|purge|revoke|unsubscribe|uninvite|kick|destroy|reset|leave|forget|losche|loschen|loesche|loeschen|entfernen?|stornieren?|absagen?|kundigen?|kuendigen?|widerrufen?|leeren|vernichten|zurucksetzen|supprimer|effacer|annuler|retirer|enlever|resilier|vider|revoquer)$/,
    people: people(
      "delet remov cancel clear eras drop discard trash purg revok unsubscrib uninvit kick throw get\\srid reset leav lösch loesch entfern stornier absag sag streich widerruf kündig verlass suppr annul effac retir enlev résili quitt forget vergiss vergess oubli",
    ),
  },
  {
    tools:
      /^(?:pay|transfer|send|buy|purchase|order|refund|wire|donate|charge|withdraw|deposit|checkout|bezahlen?|zahlen?|uberweisen?|ueberweisen?|kaufen?|spenden?|payer|virer|virement|verser|transferer|acheter|rembourser)$/,
    people: people(
      "pay paid transfer send buy bought purchas order refund wir donat charg withdraw deposit check\\sout settl return give zahl bezahl überweis ueberweis kauf bestell erstatt spend schick pay[eé] achet rembours vir[ez] command donn",
    ),
  },
];

const READS =
  /^(?:get|list|search|read|find|fetch|show|view|check|count|query|look|lookup|describe|browse|summari[sz]e|calculate|download|retrieve|see|current|today|unread|is|has|can)$/;

const CHANGES =
  /^(?:delete|remove|create|update|send|cancel|add|set|pay|transfer|modify|edit|change|mark|move|insert|write|reset|and|in|out)$/;

/** The verb of a tool's name: of `calendar_create_event` it is "create". All its words, when none is a known verb. */
export function verbOf(tool: string): string {
  const words = wordsOfName(tool);
  return words.find((word) => FAMILIES.some(({ tools }) => tools.test(word))) ?? words.join(" ");
}

/** A tool that only reads, by its name: `list_files`, and not `check_in`. */
export function readsByName(tool: string): boolean {
  const [first = "", ...rest] = wordsOfName(tool);
  return READS.test(first) && !rest.some((word) => CHANGES.test(word));
}

const DESTROYS =
  /^(?:delete|remove|cancel|clear|erase|drop|discard|trash|purge|revoke|unsubscribe|destroy|reset|losche|loschen|loesche|loeschen|entfernen?|stornieren?|absagen?|kundigen?|kuendigen?|widerrufen?|leeren|vernichten|zurucksetzen|supprimer|effacer|annuler|retirer|enlever|resilier|vider|revoquer)$/;

export function isDestroyingVerb(verb: string): boolean {
  return DESTROYS.test(verb);
}

/** Whether the words name the act of a tool with this verb. */
export function isActSaid(verb: string, { words }: NormalText): boolean {
  const families = FAMILIES.filter(({ tools }) => tools.test(verb));
  if (families.some((family) => family.people.test(words))) return true;
  return verb.split(" ").every((word) => word.length >= 3 && new RegExp(`${START}${word})`, "u").test(words));
}
