/**
 * Rules by which one language's wishes are recognised. They are matched against a sentence as `plainWords` gives it,
 * so they are written without accents and capitals.
 */
export interface WishRules {
  /** Openers that say nothing: "please", "and", "hi". */
  opener: RegExp;
  /** Reported words, fiction, suppositions, and tasks to explain: no wish of the speaker. */
  foreign: RegExp;
  /** The request is for now, or for one thing. */
  once: RegExp;
  /** Question that nobody marked as one. */
  question: RegExp;
  /** Beginning of a polite request; what follows it is the request. */
  request: RegExp;
  /** Words that make a request last: "from now on". */
  lasting: RegExp;
  /** Order to the agent, without opener and lasting words. */
  order: RegExp;
  /** Nouns that follow lasting words in place of an order: "short answers". */
  noun: RegExp;
  /** Order that holds always or never. */
  standing: RegExp;
  /** Order about how all answers are. */
  manner: RegExp;
  /** The speaker's name or form of address, in the sentence as it was written. */
  naming: RegExp;
  preference: RegExp;
  /** Condition: its first group is the clause. */
  when: RegExp;
  /** Ends an earlier wish: "you no longer have to". */
  lift: RegExp;
}
