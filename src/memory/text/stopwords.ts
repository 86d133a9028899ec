/** Words that carry no information for a search. */

const STOPWORDS = new Set(
  `a about above after again all also am an and any are as at be because been before being both but by can cannot could
  did do does doing done down during each either else ever every few for from get gets got had has have having he her
  here hers herself him himself his how i if in into is it its itself just let like made make many me might more most
  much must my myself no nor not now of off on once one only or other our ours out over own per please same she should
  so some such than that the their theirs them themselves then there these they thing things this those through to too
  under until up upon us very was we were what when where which while who whom whose why will with would yes you your
  yours yourself s t d ll m re ve don didn doesn isn wasn aren couldn wouldn hasn haven won
  know tell remember remind said say says kind type types sort way often long ago`.split(/\s+/u),
);

export function isStopword(word: string): boolean {
  return STOPWORDS.has(word);
}
