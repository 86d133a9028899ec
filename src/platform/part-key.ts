/** Names a part, and carries the type of its verbs. */
export interface PartKey<Verbs> {
  readonly name: string;
  /** Never called: it ties the key to the type of the part's verbs. */
  readonly open?: (needs: never) => { verbs?: Verbs };
}
