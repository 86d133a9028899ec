/**
 * Function words: words that join, point or ask, and fillers of conversation. They carry no meaning, however
 * rare they are in a memory of another language. Covers the closed classes of the most written languages.
 */
const FILLERS = setOf(
  "ok okay alright yes yeah no please thanks thank sorry hello hi hey bye haha hmm oh well sure welcome goodbye",
);
const FOREIGN = setOf(
  `der die das den dem des ein eine einen einem einer eines und oder aber nicht ist sind war waren hat habe haben hatte wird werden
  ich du er sie es wir ihr mich mir dir uns mein meine meinen meinem meiner dein deine deinen deiner unser unsere unserer sein seine ihre im in am an auf aus
  bei beim mit nach von vom zu zum zur fur uber um wie was wer wo wann warum welche welcher welches welchen kann kannst bitte noch auch
  komme kommst kommt kommen gehe gehst geht gehen mache machst macht machen gibt will muss nur so dass wenn als ja nein danke heißt heiße heißen heisst heissen
  la le les un une au aux et ou mais ne pas est sont etait ai as avons avez ont je tu il elle on nous vous ils elles me te se
  mon ma mes ton ta tes son sa ses notre nos votre vos ce cet cette ces que qui quoi quel quelle quels quelles comment combien
  pourquoi quand dans en sur avec pour par chez l c j n qu y oui non merci appelle
  el los las una unos unas del al o pero es era esta estan he ha hemos han yo ella nosotros mi mis tus su sus quien cual cuales
  cuanto cuantos como donde cuando por para con sin de lo si gracias llama
  gli i uno della dello dei delle nel nella e sono ho hai abbiamo hanno io noi voi mio mia miei sua che chi quale quali quanto
  come dove quando perche per da di ti grazie chiama
  os um uma do da dos das na nos nas ou mas nao sao foi tenho tem eu ele ela meu minha seu quem qual quais onde porque com obrigado
  het een van ik je jij hij zij wij we ze zijn heeft heb mijn jouw ons onze dit dat wat wie waar wanneer hoe welke niet op aan met
  voor te naar om heet
  w z jest sa nie sie moj moja moje mojego mojej jak co kto gdzie kiedy czy ile jaki jaka za od do na po ze nazywa mam ma mi mnie
  je jsem jsi jsme byl byla muj moji mou kde kdy proc jake jaky jmenuje se si ve pri tento tato som si sme moje kde kedy preco
  jeg du han hun det den er har min mitt mine hva hvem hvor nar hvorfor hvordan og med til fra vad vem var nar varfor hur och jag mitt mina hvad hvornar heter
  mina olen on ovat oli minun sinun mika mita kuka missa milloin miksi miten ja tai se
  en te o mi mit ki hol hova mikor miert hogyan van vagyok az egy es vagy
  benim bana bir bu ne kim nerede nasil nicin neden hangi ve ile icin mi mu var
  eu sunt este sau si unde cand cine cum ce meu mea
  ja ti moj moja moje gdje kada sto tko zasto kako je su i u na
  и в на с со к ко о об от до за по из у не ни но а же ли бы что чем как где куда откуда когда кто кого кому чей чья чье я меня мне мной ты тебя тебе он она оно они его ее ей им их мы нас нам вы
  мой моя мое мои моего моей моему моим моих мою твой твоя твою наш наша нашу это эта этот есть был была было были зовут зовется называется какой какая какое какие который почему зачем сколько
  і й та що як де коли хто мій моя моє мене є це
  και το τα τη την τον του της των ο η οι στο στη στην με για απο ειναι μου σου που ποιος ποια ποτε πως τι γιατι
  في من على الى إلى عن مع هو هي انا انت ما ماذا متى اين كيف لماذا هل هذا هذه التي الذي كان
  של את על אל עם מה מי איפה מתי איך למה זה זאת אני אתה הוא היא
  ve bir bu kim nerede nasil`,
);

/** Parses a list of folded words. */
function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}

export function isFunctionWord(word: string): boolean {
  return FILLERS.has(word) || FOREIGN.has(word);
}

/** Whether the word tells that a sentence is not English. */
export function isForeignFunctionWord(word: string): boolean {
  return FOREIGN.has(word);
}
