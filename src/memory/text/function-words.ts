/**
 * Function words: words that join, point or ask, and fillers of conversation. They carry no meaning, however
 * rare they are in a memory of another language. Covers the closed classes of the most written languages.
 */
const FUNCTION_WORDS = new Set(
  `ok okay alright yes yeah no please thanks thank sorry hello hi hey bye haha hmm oh well sure welcome goodbye
  der die das den dem des ein eine einen einem einer eines und oder aber nicht ist sind war waren hat habe haben hatte wird werden
  ich du er sie es wir ihr mich mir dir uns mein meine meinen meiner dein deine unser unsere unserer sein ihre im in am an auf aus
  bei mit nach von vom zu zum zur fur uber um wie was wer wo wann warum welche welcher welches welchen kann kannst bitte noch auch
  nur so dass wenn als ja nein danke
  la le les un une au aux et ou mais ne pas est sont etait ai as avons avez ont je tu il elle on nous vous ils elles me te se
  mon ma mes ton ta tes son sa ses notre nos votre vos ce cet cette ces que qui quoi quel quelle quels quelles comment combien
  pourquoi quand dans en sur avec pour par chez l c j n qu y oui non merci
  el los las una unos unas del al o pero es era esta estan he ha hemos han yo ella nosotros mi mis tus su sus quien cual cuales
  cuanto cuantos como donde cuando por para con sin de lo si gracias
  gli i uno della dello dei delle nel nella e sono ho hai abbiamo hanno io noi voi mio mia miei sua che chi quale quali quanto
  come dove quando perche per da di ti grazie
  os um uma do da dos das na nos nas ou mas nao sao foi tenho tem eu ele ela meu minha seu quem qual quais onde porque com obrigado
  het een van ik je jij hij zij wij we ze zijn heeft heb mijn jouw ons onze dit dat wat wie waar wanneer hoe welke niet op aan met
  voor te naar om w z jest sa nie sie moj moja jak co kto gdzie kiedy czy ile jaki jaka za od
  и в на с что как где когда кто это я ты он она мы мой моя мое мне меня не у к по из ve bir bu kim nerede nasil`.split(
    /\s+/,
  ),
);

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}
