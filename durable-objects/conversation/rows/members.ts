/** Members other than the owner. Read once per life of the object and cached, since every request asks. */
import type { MemberRight, Place } from "../../../src/domain/principal.ts";
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { members } from "./schema/conversation.ts";

export type Member = RowOf<typeof members>;

type Rights = NonNullable<Place["members"]>;

export class Members {
  private readonly sql: Tables;
  /** Undefined: to be read from storage. */
  private held: Rights | undefined;
  /** Rights inherited from the parent conversation, as last reported in this life of the object. */
  private readonly inherited = new Map<string, readonly MemberRight[]>();

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** Rights by person id. */
  get rights(): Rights {
    this.held ??= new Map([...this.inherited, ...this.list().map((member) => this.whole(member))]);
    return this.held;
  }

  /** Number of members who were added here. */
  get count(): number {
    return this.list().length;
  }

  /** Sets the rights that the parent gives; they apply in addition to those given here. */
  inherit(person: string, rights: readonly MemberRight[]): void {
    this.forget();
    this.inherited.set(person, rights);
  }

  hasInherited(person: string): boolean {
    return this.inherited.has(person);
  }

  /** Members in the order in which they joined. */
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

  /** Drops the cache: a transaction was rolled back. */
  forget(): void {
    this.held = undefined;
  }
}
