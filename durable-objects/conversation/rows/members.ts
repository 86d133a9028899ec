/** Who else is in the conversation. Read once a life and kept: each request asks. */
import type { MemberRight, Place } from "../../../src/domain/principal.ts";
import type { RowOf } from "../sql/table.ts";
import type { Tables } from "../sql/tables.ts";
import { members } from "./schema/conversation.ts";

export type Member = RowOf<typeof members>;

type Rights = NonNullable<Place["members"]>;

export class Members {
  private readonly sql: Tables;
  /** Undefined: to be read from storage. */
  private held: Rights | undefined;
  /** By the conversation that set this one going: as it said last, in this life of the object. */
  private readonly inherited = new Map<string, readonly MemberRight[]>();

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** By the ids of persons. */
  get rights(): Rights {
    this.held ??= new Map([...this.inherited, ...this.list().map((member) => this.whole(member))]);
    return this.held;
  }

  /** How many were let in here. */
  get count(): number {
    return this.list().length;
  }

  /** What the parent gives them: holds beside what they were given here. */
  inherit(person: string, rights: readonly MemberRight[]): void {
    this.forget();
    this.inherited.set(person, rights);
  }

  hasInherited(person: string): boolean {
    return this.inherited.has(person);
  }

  /** In the order in which they came. */
  list(): Member[] {
    return this.sql.isEmpty(members) ? [] : this.sql.rows(members, "ORDER BY at, person");
  }

  get(person: string): Member | undefined {
    return this.list().find((member) => member.person === person);
  }

  put(member: Omit<Member, "rights"> & { rights: readonly MemberRight[] }): void {
    this.forget();
    this.sql.put(members, { ...member, rights: [...member.rights] });
  }

  remove(person: string): boolean {
    this.forget();
    return this.sql.remove(members, "WHERE person = ?", person) > 0;
  }

  private whole({ person, rights }: Member): [string, readonly MemberRight[]] {
    return [person, [...rights, ...(this.inherited.get(person) ?? [])]];
  }

  /** Drops what is held: a transaction was rolled back. */
  forget(): void {
    this.held = undefined;
  }
}
