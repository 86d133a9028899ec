/** French crisis wording. */
import type { Wording } from "./wording.ts";

export const FRENCH: Wording = {
  certain: [
    /\bje (?:veux|vais|voudrais|compte|pense|dois) (?:\w+ ){0,2}(?:me (?:tuer|suicider|pendre|faire du mal|foutre en l'air|jeter sous)|mourir|en finir|mettre fin a (?:mes jours|ma vie))\b/,
    /\bj'ai (?:envie|decide) (?:de|d') ?(?:\w+ )?(?:mourir|me tuer|en finir|me suicider)\b/,
    /\bje (?:ne )?(?:veux|peux) plus (?:vivre|etre la|me reveiller|continuer a vivre)\b/,
    /\b(?:j'aimerais|je voudrais) (?:etre mort|ne plus me reveiller|ne plus exister)/,
    /\bj'ai (?:pris|avale) (?:tous|toutes|trop de|\d+) (?:mes |les )?(?:medicaments|cachets|comprimes|somniferes|pilules)\b/,
    /\bje (?:me coupe|me suis (?:coupe|scarifie))e? (?:les veines|les bras|encore|ce soir)\b/,
    /\bil me (?:frappe|bat|etrangle) (?:maintenant|encore|en ce moment)\b/,
    /\b(?:ma lettre d'adieu|adieu pour toujours)\b/,
  ],
  possible: [
    /\bsuicid/,
    /\b(?:se|te|me) (?:tuer|pendre|faire du mal|scarifier|mutiler)\b/,
    /\b(?:veut|voulait|voulais) (?:\w+ )?(?:mourir|en finir)\b/,
    /\b(?:j'en peux plus|je n'en peux plus|plus envie de vivre|plus de raison de vivre)\b/,
    /\b(?:me|la|le) (?:frappe|bat|menace|viole)\b/,
    /\boverdose\b/,
  ],
  harmless: [
    /\b(?:mourir|meurs|mort|morte) (?:de (?:rire|faim|soif|honte|chaud|froid|envie|curiosite|peur)|d'ennui)\b/g,
    /\b(?:me tue|m'a tue|tue-moi)\b(?: de rire|[.!,]| quand)/g,
    /\b(?:je ne|j'ai pas|je n'ai pas|ne|pas|jamais) (?:\w+ ){0,3}(?:mourir|me tuer|me suicider|suicidaire)\b/g,
    /\b(?:camus|sartre|cioran|durkheim|schopenhauer|sisyphe|hamlet|werther|socrate)\b.{0,120}/g,
    /\b(?:seul probleme philosophique)\b.{0,60}/g,
    /\b(?:roman|film|chanson|poeme|personnage|episode|chapitre|opera|piece)\b.{0,100}\b(?:suicid\w*|se tue|meurt|mourir)\b/g,
    /\btuer le temps\b/g,
    /\bje n'en peux plus de (?:rire|ce (?:boulot|temps|bruit)|cette (?:reunion|pluie))\b/g,
  ],
  past: /\b(?:il y a (?:\w+ ){1,2}ans|autrefois|a l'epoque|quand j'etais|l'an dernier)\b/,
};
