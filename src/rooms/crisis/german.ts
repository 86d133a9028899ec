/** German crisis wording. */
import type { Wording } from "./wording.ts";

export const GERMAN: Wording = {
  certain: [
    /\bich (?:will|moechte|mochte|werde|muss|habe vor|plane|kann nur noch)\b.{0,40}\b(?:mich (?:umbringen|tote|toten|erhangen|erschiessen|vor den zug|aufhangen|ritzen|schneiden|verletzen|selbst verletzen)|sterben|mir (?:\w+ ){0,3}das leben nehmen|mein leben beenden|schluss machen mit (?:allem|dem leben))\b/,
    /\bich bring(?:e)? mich (?:heute |jetzt |noch |bald )?(?:nacht )?(?:um\b|um$)/,
    /\bich (?:will|mochte|moechte|mag|kann) nicht mehr (?:leben|aufwachen|da sein|weiterleben)\b/,
    /\bich ware (?:lieber|am liebsten) tot\b/,
    /\b(?:ohne mich (?:ware|waren) (?:alle|alles|sie|es) besser|besser dran ohne mich)\b/,
    /\bich habe (?:gerade |eben |schon )?(?:alle|zu viele|die ganzen?|\d+) (?:meine |meiner )?(?:tabletten|pillen|schlaftabletten) (?:genommen|geschluckt)\b/,
    /\bich (?:habe mich (?:gerade |eben )?geritzt|ritze mich (?:wieder|gerade))\b/,
    /\bich stehe (?:schon |gerade )?(?:auf der brucke|auf dem dach|an den gleisen)\b/,
    /\b(?:er|sie|mein \w+) (?:schlagt|wurgt|verprugelt) mich (?:gerade|jetzt|wieder)\b/,
    /\b(?:abschiedsbrief (?:geschrieben|ist fertig)|mein abschiedsbrief)\b/,
  ],
  possible: [
    /\b(?:suizid|selbstmord|selbsttotung)/,
    /\b(?:umbringen|das leben (?:nehmen|genommen)|selbst verletz|ritzt sich|ritzen)\b/,
    /\b(?:will|wollte|mochte) (?:\w+ ){0,2}(?:nicht mehr leben|sterben|tot sein)\b/,
    /\b(?:keinen (?:sinn|ausweg) mehr|halte (?:es|das) nicht mehr aus|kann nicht mehr)\b/,
    /\b(?:schlagt|schlug|bedroht|missbraucht|vergewaltigt) (?:mich|sie|ihn)\b/,
    /\b(?:bringt|brachte) (?:sich|mich) (?:noch )?um\b/,
    /\buberdosis\b/,
  ],
  harmless: [
    /\b(?:bringt|bringen) mich (?:noch |echt |bald )?(?:um|ins grab)\b(?= (?:den verstand|vor lachen)|[.!,]|$)/g,
    /\b(?:diese[rs]?|der|die|das|mein) \w+ bringt mich (?:noch |echt |bald )?um\b/g,
    /\b(?:sterbe|gestorben|tot(?:lachen|gelacht)?) (?:vor|fast vor|beinahe vor) (?:lachen|langeweile|hunger|scham|neugier|hitze)\b/g,
    /\b(?:ich )?(?:konnte|wurde) (?:sterben|toten) fur\b/g,
    /\b(?:will|mochte|werde|wollte) mich (?:\w+ )?nicht (?:umbringen|toten|verletzen)\b/g,
    /\b(?:nicht|nie|keine?) (?:\w+ ){0,2}(?:sterben|suizidal|selbstmordgedanken|umbringen)\b/g,
    /\b(?:camus|sartre|cioran|durkheim|schopenhauer|werther|sisyphos|hamlet|kleist|sokrates)\b.{0,120}/g,
    /\b(?:roman|film|lied|song|gedicht|figur|folge|kapitel|oper|spiel)\b.{0,100}\b(?:selbstmord|suizid|umbringt|stirbt|umbringen|sterben)\b/g,
    /\bzeit totschlagen\b/g,
    /\b(?:kann|konnte) nicht mehr vor (?:lachen|hunger)\b/g,
    /\bich kann nicht mehr(?:, | )(?:so satt|so voll|essen|ich bin satt)/g,
    /\b(?:politischer?|sportlicher?) selbstmord\b/g,
  ],
  past: /\b(?:vor (?:\w+ )?jahren|fruher|damals|als (?:ich|kind)|einmal|letztes jahr)\b/,
};
