/** French rules. */
import type { WishRules } from "./rules.ts";

const VERB =
  "(?:reponde?[sz]|ecri[sv]e?z?|donnez?|montrez?|utilisez?|employez?|emploie|di(?:s|tes)|parlez?|expliquez?|ajoutez?|mets|mettez|commencez?|terminez?|finis(?:sez)?|gardez?|fai(?:s|tes)|citez?|mentionnez?|evitez?|proposez?|suggerez?|recommandez?|conseillez?|traduis(?:ez)?|resumez?|convertis(?:sez)?|verifiez?|rappelle|rappelez|previens|demandez?|posez?|cherchez?|restez?|repetez?|repete|indiquez?|adressez?|appelle|appelez|tutoie|tutoyez|vouvoie|vouvoyez|corrigez?|renvoie|renvoyez|pensez?|veillez?|signez?|limitez?|classez?|triez?|notez?|precisez?|presentez?|sois|soyez|essaie|essayez|arretez?|cessez?|interromps|excusez?|laissez?|supprimez?|oubliez?|revelez?|comparez?|calculez?|arrondis|arrondissez|attends|confirmez?|offrez?|offre|joins|inclus|commentez?|prends?|prenez|tiens|tenez|redigez?|structurez?|enlevez?|retirez?|choisis|choisissez)(?:-(?:moi|nous|les?|la|toi|vous|y|en))*";
const STYLE =
  "(?:emojis?|smileys?|listes?(?: a puces)?|puces|tableaux?|titres|jargon|points d'exclamation|excuses|formules(?: toutes faites)?|compliments|flatteries|markdown|jeux de mots|blagues|metaphores|introductions?|resumes?|liens|points-virgules|abreviations|anglicismes|conseils|hashtags|spoilers|voix passive|passif|lecons de morale|relances?|notes de bas de page|majuscules|tirets)";
const TEXTS =
  "(?:reponses|explications|messages|textes|mails|resumes|traductions|suggestions|recettes|calculs)";
const TEXT = "(?:reponse|explication|message|texte|mail|resume|traduction|suggestion|recette)";
const PRONOUN = "(?:(?:me|te|lui|les?|la|y|en|nous|vous|leur)\\s|[mtl]')*";
const INFINITIVE = "\\w+(?:er|ir|re|oir)\\b";
const ASKING =
  "(?:(?:te|vous|t'|l')\\s?)?(?:demande|pose|parle|ecris|dis|mentionne|envoie|veux|cherche|cite|evoque|donne|montre|raconte|colle|partage|ai besoin|voudrais|commence|tape|questionne|interroge)";

export const FRENCH: WishRules = {
  opener:
    /^(?:(?:s'il te plait|s'il vous plait|stp|svp|et|mais|donc|alors|ok|bon|salut|bonjour|merci(?= ?[,.!:])|au fait|note|oui|non|ah|oh|retiens|important|puis)[,:!]? *[,:]? +)+/,
  foreign:
    /(?<!\bje )\b(?:dit|disait|ecrit|ecrivait|raconte|chante|affirme|pretend|stipule)(?:-elle|-il)?\b(?! moi)|\bm'a (?:dit|appris|demande|conseille)\b|\b(?:veut|voulait|exige|attend) que j|^(?:imagine|imaginez|suppose|supposons|admettons|il etait une fois|et si)\b|^dans (?:mon|le|un|ma|la|une|ce|notre) (?:roman|histoire|film|livre|chanson|jeu|manuel|contrat|reve|conte|ecole|entreprise|readme)\b|\b(?:histoire|roman|poeme|chanson|conte|blague|personnage|robot|discours) (?:sur|de|d'|avec|qui|ou|dont)\b|^(?:explique|dis|montre|decris|raconte)(?:z)?(?:-moi)?,? (?:pourquoi|comment|ce que|ce qui|si|quand|qui|quel\w*)\b|\bsi je (?:repondais|pouvais|etais|avais)\b/,
  once: /\b(?:aujourd'hui|ce soir|demain|hier|cette fois|pour (?:ce|cet|cette) \w+|pour l'instant|pour le moment|tout de suite|en ce moment|maintenant|exceptionnellement|jusqu'a (?:demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|(?:ce|cet) (?:texte|mail|fichier|message|document|projet|article|paragraphe|chapitre|poeme|voyage|devoir)|cette (?:redaction|reponse|question|semaine|conversation|discussion|lettre|image|liste|histoire)|l[ea] (?:premiere?|deuxieme|troisieme|seconde?|derniere?|autre|rouge|bleue?)(?= ?[.!]*$)|celui-(?:ci|la)|celle-(?:ci|la))/,
  question:
    /^(?:pourquoi|comment|que(?! tu)|qu'est|qui|quel\w*|ou|est-ce|est-il|es-tu|as-tu|a-t|combien|faut-il|dois-je|tu (?:preferes|reponds|es|connais))\b/,
  request:
    /^(?:peux-tu|pourrais-tu|tu peux|tu pourrais|pouvez-vous|pourriez-vous|veux-tu|voudrais-tu|est-ce que tu (?:peux|pourrais))(?: (?:s'il te plait|s'il vous plait|stp|svp),?)? /,
  lasting:
    /(?:\ba partir (?:de maintenant|d'aujourd'hui|de la)|\bdesormais|\bdorenavant|\ba l'avenir|\bdes (?:maintenant|a present|aujourd'hui)|\bpour (?:toutes (?:tes|vos|les) prochaines|tes prochaines) \w+)\b ?[,:]?/,
  order: new RegExp(
    `^(?:(?:stp|svp|toujours|seulement|uniquement|ne jamais|ne plus|jamais|s'il (?:te|vous) plait,?) )*(?:${VERB}(?![\\w'])|n(?:e |')${PRONOUN}${VERB}(?![\\w'])|pas d|plus d)|^(?:je (?:veux|voudrais|souhaite)|j'aimerais|j'ai besoin)\\b|\\btu (?:dois|devrais|peux|ne dois)\\b|^merci d|^(?:repondre|ecrire|utiliser|donner|mettre|eviter|arreter|dire|parler|citer|ajouter|commencer|finir|terminer)\\b`,
  ),
  noun: new RegExp(
    `^(?!(?:je|j'|il|elle|on|nous|ils|elles|le|la|les|mon|ma|mes|personne|chacun|ca|ce)\\b).*\\b(?:${TEXTS}|${TEXT}|s'il te plait|s'il vous plait|stp|svp|${STYLE})\\b`,
  ),
  standing: new RegExp(
    [
      `(?:^|[,:] |\\bdonc )${VERB}\\b[^,?]{0,60}\\b(?:toujours|systematiquement|a chaque fois)\\b`,
      `(?:^|[,:] |\\bdonc )n(?:e |')${PRONOUN}${VERB}\\b[^?]{0,60}\\bjamais\\b`,
      `(?:^|[,:] |\\bdonc )n(?:e |')${PRONOUN}${VERB} (?:jamais|plus)\\b`,
      `\\b(?:veillez?|pensez?|fais attention|n'oubliez? pas|merci|assure-toi|tachez?|essaie|essayez|prends soin|il faut) ?(?:a|de|d')? (?:toujours|ne jamais|ne plus)\\b`,
      "\\btu (?:dois|devrais|peux|ne dois|ne devrais|ne peux) (?:toujours|jamais|systematiquement|plus jamais)\\b",
      "\\bque (?:tu|vous) (?:ne |n')?[^,?]{0,40}\\b(?:toujours|jamais|systematiquement)\\b",
      "^toujours (?:en|avec|sans|au|a|dans) [^?,]{2,40}$|^jamais (?:de|d'|en|avec) ?[^?,]{2,40}$",
      `^(?:toujours|ne jamais|ne plus) ${INFINITIVE}`,
    ].join("|"),
  ),
  manner: new RegExp(
    [
      `^${VERB} .*\\b(?:tes|vos|toutes (?:tes|vos|les)(?: prochaines)?) (?:\\w+ )?${TEXTS}\\b`,
      `^${VERB} .*\\bchaque ${TEXT}\\b`,
      "^(?:arretez?|cessez?|arreter|cesser) d(?:e |')(?:me |te |t'|m'|vous |nous |toujours )?(?:excuser|utiliser|employer|repeter|dire|ecrire|poser|commencer|finir|ajouter|mettre|demander|appeler|proposer|suggerer|flatter|interrompre|rappeler|donner|citer|expliquer|traduire|conseiller)\\b",
      `^(?:plus|pas) (?:de |d')(?:\\w+ )?${STYLE}\\b`,
      `^n(?:e |')${PRONOUN}${VERB}.* (?:pas|plus) (?:.*\\b${STYLE}\\b|le mot\\b|l'expression\\b)`,
      `^merci de (?:ne (?:pas|plus|jamais)|toujours|me (?:tutoyer|vouvoyer))\\b`,
      `^evitez? (?:toujours\\b|.*\\b${STYLE}\\b|.*\\bdans (?:tout|tes|mes|ce que))`,
      "^(?:tutoie|tutoyez|vouvoie|vouvoyez)-moi\\b|\\bon peut se (?:tutoyer|vouvoyer)\\b|^tutoyons-nous\\b",
    ].join("|"),
  ),
  naming:
    /(?:^|[,:] )[Aa]ppel(?:le|ez)-moi (?:plutôt |juste |simplement )?(?!Lundi|Mardi|Mercredi|Jeudi|Vendredi)(?:\p{Lu}|docteur|madame|monsieur|capitaine|patron|maître)|(?:peux|pouvez) m[’']appeler (?:\p{Lu}|docteur|madame|monsieur)|[Aa]dresse(?:-toi|z-vous) à moi (?:en disant|par|comme)/u,
  preference: new RegExp(
    [
      "(?<!\\b(?:si|quand|parce que) )\\bje (?:\\w+ment )?prefere(?:rais)?\\b(?! (?:ne pas|l[ea] (?:premiere?|deuxieme|second\\w*|derniere?|autre)|celui|celle|cette|ce|ca|la-bas))",
      "\\bj'aime(?:rais)? (?:bien )?(?:mieux|autant)\\b",
      "\\bj'(?:aime|adore|apprecie) (?:bien |beaucoup )?(?:quand|que|lorsque) (?:tu|vous)\\b",
      "\\bj'(?:aime|adore) (?:bien |beaucoup )?(?:les|mon|ma|mes|l'|la|le|un|une|des)\\b(?! (?:facon dont|idee))",
      "\\bje (?:n'aime pas|deteste|hais|ne supporte pas)\\b(?! (?:ca|ton|ta|tes|cette|cet?|le dire)\\b)",
      "\\bma preference va\\b|\\bcompte plus pour moi\\b|\\best plus importante? (?:pour moi|a mes yeux)\\b",
    ].join("|"),
  ),
  when: new RegExp(
    `((?:\\b(?:(?:a )?chaque fois que|toutes les fois que|des que|a chaque fois que) (?:je |j')[^,.!?]{2,120}?|(?<!\\b(?:meme|demander|demandant|savoir) )\\b(?:quand|lorsque|lorsqu'|si) ?(?:je |j')(?!n'|ne )${ASKING}\\b[^,.!?]{0,100}?(?: que j[^,.!?]{2,80})?))(?=[,.!?]|$)`,
  ),
  lift: /\btu n(?:e |')(?:as|es) plus (?:besoin|oblige\w*)\b|\btu (?:peux|as le droit)\b.*\b(?:de nouveau|a nouveau)\b|^(?:oublie|ignore) (?:mon souhait|ma regle|ce que j'ai dit (?:sur|a propos))\b/,
};
