/** German rules. */
import type { WishRules } from "./rules.ts";

const VERB =
  "(?:antworte|schreibe?|gib|nenne?|zeige?|benutze?|verwende|nimm|sage?|sprich|erklare?|fuge?|lasse?|beginne?|fange?|beende|hore?|halte?|mache?|formatiere?|liste|zitiere?|erwahne|vermeide|verzichte|schlage?|empfiehl|empfehle|ubersetze?|fasse?|rechne|runde|prufe?|uberprufe?|erinnere?|warne?|frage?|stelle?|suche?|bleibe?|wiederhole?|entschuldige?|unterbrich|unterbreche|setze?|ordne|sortiere?|rede|sei|duze?|sieze?|korrigiere?|erganze?|kurze?|achte|denke?|beschonige?|verschweige?|schmeichle|verweise?|bringe?|packe?|gehe?|hange?|kennzeichne|markiere?|weise?|rate|verrate?|teile?|bezieh|vergleiche?|wandle|konvertiere?|biete?|unterschreibe?|kommentiere?|berucksichtige|beachte|lies|hole?|warte|konzentriere?|kommentiere?|kundige?|behandle|spare?|tu|[a-z]+en sie)";
const INFINITIVE =
  "(?:antworten|schreiben|geben|angeben|nennen|zeigen|benutzen|verwenden|nutzen|nehmen|sagen|sprechen|erklaren|hinzufugen|weglassen|beginnen|anfangen|beenden|aufhoren|halten|machen|formatieren|zitieren|erwahnen|vermeiden|verzichten|vorschlagen|empfehlen|ubersetzen|rechnen|umrechnen|prufen|erinnern|fragen|nachfragen|stellen|suchen|bleiben|wiederholen|entschuldigen|unterbrechen|duzen|siezen|korrigieren|erganzen|reden|anreden|setzen|einbauen|einfugen|verraten|auflisten)";
const STYLE =
  "(?:emojis?|smileys?|aufzahlungen|aufzahlungspunkte|stichpunkte|listen|tabellen|uberschriften|fachjargon|ausrufezeichen|entschuldigungen|floskeln|komplimente|lob|markdown|wortspiele|witze|metaphern|einleitungen|zusammenfassungen|links|semikolons|strichpunkte|abkurzungen|anglizismen|fullworter|ratschlage|hashtags|spoiler|das passiv|passiv|schachtelsatze|fremdworter|schleimerei|gegenfragen|ruckfragen|belehrungen|fussnoten|gedankenstriche|kommentare)";
const ALWAYS =
  "(?:immer|nie|niemals|stets|jedes ?mal|grundsatzlich|ausnahmslos|prinzipiell|auf keinen fall)(?! (?:noch|wieder|mehr|weniger|[a-z]+er\\b))";
const TEXTS =
  "(?:antworten|erklarungen|texte|texten|nachrichten|mails|zusammenfassungen|ubersetzungen|vorschlage|rezepte)";
const TEXT = "(?:antwort|erklarung|nachricht|mail|zusammenfassung|ubersetzung|rezept)";
const ASKING =
  "(?:frage|bitte|erwahne|schreibe?|sage|rede|spreche|schicke|sende|will|mochte|brauche|suche|zeige|stelle|poste|gebe|erzahle|anfange|komme|nenne|wissen will|klage|jammere)";

export const GERMAN: WishRules = {
  opener:
    /^(?:(?:bitte|und|aber|also|ach|oh|ok|okay|gut|hallo|hi|hey|ja|nein|danke|noch was|ubrigens|vorweg|dann|so|sorry|merk dir|merke dir|wichtig)[,:!]? +)+/,
  foreign:
    /\b(?:sagt|sagte|(?:sie|die|alle|leute|manche) sagen|schreibt|schrieb|meint|meinte|behauptet|steht|stand|beigebracht|verlangt|erzahlt|singt|singen|heisst es|laut)\b(?! mir\b)(?! ich\b)|\b(?:will|wollte|mochte|verlangt|erwartet), dass ich\b|^(?:stell(?:e|en sie)? (?:dir|sich)|angenommen|nehmen wir an|was ware|es war einmal|mal angenommen)\b|^(?:in|im) (?:meinem|dem|einem|unserem|diesem|der|einer)? ?(?:roman|film|buch|marchen|lied|spiel|traum|vertrag|anleitung|geschichte|schule|firma|gedicht)\b|\b(?:geschichte|roman|gedicht|lied|marchen|witz|figur|roboter|rede|aufsatz) (?:uber|von|mit|namens|in dem|in der)\b|^(?:erklare?|sage?|zeige?|beschreibe?|erzahle?)\w*(?: mir| mal)*,? (?:warum|wie|was|ob|wann|wer|weshalb|wieso|welche\w*)\b|\bwurde ich\b|\bich (?:immer|nie) .* wurde\b/,
  once: /\b(?:heute\b|morgen\b|gestern\b|diesmal\b|dieses mal|jetzt gerade|gerade|im moment|vorerst|furs erste|noch nicht|noch nichts|ausnahmsweise|bis (?:dann|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|nachste woche|diese[nmrs]? (?:aufsatz|text|mail|datei|nachricht|antwort|frage|aufgabe|woche|chat|gesprach|unterhaltung|dokument|projekt|artikel|brief|absatz|kapitel|reise|bild|liste|code|gedicht|geschichte)|(?:das|die|den|der) (?:erste|zweite|dritte|letzte|andere|rote|blaue)n?(?= ?[.!]*$))/,
  question:
    /^(?:warum|wieso|weshalb|wie|was|wer|wem|wen|wo|wohin|wann(?! immer)|welche\w*|ist|sind|hat|hast|habe|war|warst|darf|soll|stimmt|gibt|geht|muss|wurdest|antwortest|machst|kennst|weisst)\b/,
  request: /^(?:kannst|konntest|wurdest|magst|konnten|wurden) (?:du|sie) (?:bitte |mir |mal |vielleicht )*/,
  lasting:
    /\b(?:ab (?:jetzt|sofort|heute|nun|dato)|von (?:jetzt|nun|heute) an|kunftig|zukunftig|in zukunft|fortan|weiterhin|fur alle (?:kunftigen|weiteren|zukunftigen) \w+(?: gilt)?|in allen (?:kunftigen|weiteren) \w+)\b[,:]?/,
  order: new RegExp(
    `^(?:(?:bitte|nur|auch|immer|nie|niemals|dann) )*(?:${VERB}\\b|keine?n?\\b)|^ich (?:mochte|will|brauche|wunsche)\\b|\\bdu (?:sollst|solltest|musst|darfst|kannst)\\b|\\b${INFINITIVE}[.!?]*$`,
  ),
  noun: new RegExp(
    `^(?!(?:ich|er|es|wir|der|die|das|mein\\w*|unser\\w*|niemand|jeder|gehe?|offnet|ist|wird)\\b).*\\b(?:${TEXTS}|${TEXT}|bitte|nur|einheiten|${STYLE})\\b`,
  ),
  standing: new RegExp(
    [
      `^(?:bitte )?${VERB}\\b[^,?]{0,70}\\b${ALWAYS}`,
      "^(?:bitte )?(?:schreibe?|sage?|nenne?|benutze?|verwende|schicke?|frage?|gib|stelle?|erwahne?)\\b[^,?]{0,30}\\bnie wieder \\w+",
      `[,:–-] (?:bitte |also )?${VERB}\\b[^,?]{0,50}\\b${ALWAYS}`,
      `\\b(?:achte darauf|denke? daran|vergiss nicht|pass auf|sorge? dafur|bemuhe? dich),? (?:dass du )?(?:[a-z]+ ){0,3}${ALWAYS}`,
      `\\bdu (?:sollst|solltest|musst|darfst|kannst)\\b[^,?]{0,30}\\b${ALWAYS}`,
      `\\b(?:mochte|will|wunsche mir|hatte gern|brauche|wichtig|bitte dich),? dass du\\b[^,?]{0,40}\\b${ALWAYS}`,
      `^(?:immer|nie|niemals|stets) (?!wieder|mehr|noch|wenn)[^,?]{2,50} ${INFINITIVE}[.!]*$`,
      `^(?:immer|nie|niemals|stets) (?!wieder|mehr|noch|wenn)[^,?]{2,30} bitte[.!]*$`,
    ].join("|"),
  ),
  manner: new RegExp(
    [
      `^(?:bitte )?${VERB}\\b.*\\b(?:deine[nr]?|alle[nr]?(?: deine[nr]?)?|ihre[nr]?) (?:\\w+ )?${TEXTS}\\b`,
      `^(?:bitte )?${VERB}\\b.*\\bjede[rn]? (?:\\w+ )?${TEXT}\\b`,
      `^(?:bitte )?hore?n? ?(?:sie)? ?auf,? (?:damit,? )?(?:mich|dich|mir|dir|deine|meine|jede|immer|standig|so|${STYLE})\\b.*\\bzu \\w+`,
      `^(?:bitte )?keine?n? (?:\\w+ )?${STYLE}\\b`,
      `^(?:bitte )?${VERB}\\b.*\\b(?:nicht|keine?n?)\\b.*\\bmehr\\b`,
      `\\bkeine?n? (?:\\w+ )?${STYLE}\\b.*\\b(?:mehr )?(?:${INFINITIVE})\\b`,
      `^(?:bitte )?${VERB}\\b.*\\bkeine?n? (?:\\w+ )?${STYLE}\\b`,
      "^(?:bitte )?(?:vermeide|verzichte|spare?)\\b.*\\b(?:in (?:allem|allen|deinen|meinen)|wenn du|auf \\w+ in)\\b",
      `^(?:bitte )?(?:vermeide|verzichte)\\b.*\\b${STYLE}\\b`,
      "^(?:bitte )?(?:du|sie)zen? (?:wir|sie)? ?(?:mich|uns)|^(?:bitte )?(?:duze?|sieze?) mich\\b|\\bsage? (?:\\w+ )?(?:du|sie) zu mir\\b",
      "^(?:bitte )?(?:beschonige?|verschweige?) nichts\\b",
    ].join("|"),
  ),
  naming:
    /(?:^|[Bb]itte |[,:] )[Nn]enn(?:e|en Sie)? mich (?:bitte |einfach |ab jetzt |nur )*\p{Lu}|(?:[Kk]annst|[Dd]arfst|[Kk]önnen) mich (?:\p{L}+ )?\p{Lu}\p{L}* nennen|[Ss]prich mich .*mit \p{Lu}\p{L}* an/u,
  preference: new RegExp(
    [
      "\\bich (?:\\w+ )?bevorzuge\\b|\\bbevorzuge ich\\b|\\bich ziehe\\b.*\\bvor\\b",
      "\\b(?:ich (?:\\w+ )?(?:mag|liebe|schatze|hasse)|mag ich|hasse ich|schatze ich)\\b(?! (?:deine?[nmr]?|dich|die|das|den|ihn|sie|diese\\w*|nicht mehr)\\b)(?! es\\b(?! wenn|, wenn))",
      "\\bich mag es (?:\\w+ )?(?:lieber|am liebsten)\\b",
      "\\b(?:mir|uns) (?:ware|waren|ist|sind) .*\\blieber\\b|\\b(?:ware|ist) (?:es )?mir (?:\\w+ )?(?:lieber|wichtiger)\\b|\\bmir (?:ware|ist) (?:es )?lieber\\b",
      "\\b(?:ich (?!nehme\\b)\\w+|hatte ich)\\b(?!.*lieber nicht).*\\blieber\\b.*\\bals\\b|\\bich hatte lieber\\b|\\bich habe? (?:\\w+ )?lieber\\b(?! (?:das|den|die) )",
      "\\bich \\w+ (?:\\w+ )?am liebsten\\b|\\bam liebsten (?:\\w+ )?ich\\b",
      "\\bich kann .*\\bnicht (?:ausstehen|leiden)\\b",
    ].join("|"),
  ),
  when: new RegExp(
    `((?:\\b(?:immer,? wenn|wann immer|jedes ?mal,? wenn|sooft|sobald) ich\\b[^,.!?]{2,120}|\\b(?<!auch )(?:wenn|falls) ich\\b(?![^,.!?]{0,60}\\bnicht\\b)[^,.!?]{0,90}\\b${ASKING}\\b[^,.!?]{0,20})(?:, dass [^,.!?]{2,80})?)(?=[,.!?]|$)`,
  ),
  lift: /\bdu (?:musst|brauchst)\b.*\bnicht mehr\b|\bdu (?:darfst|kannst)\b.*\bwieder\b|^(?:vergiss|ignoriere) (?:meinen wunsch|meine regel|was ich (?:uber|zu))\b/,
};
