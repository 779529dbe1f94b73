import type { Person } from '@vezne/domain/actor';

/** A person in one line, as the SQL below writes the person of a row. */
export function actorText({ kind, id, name }: Person): string {
  return `${kind} ${id}, called "${name}"`;
}

/** A row without an id gives null, which equals no person. */
export function actorTextSql(alias: string): string {
  return `${alias}.actor_kind || ' ' || ${alias}.actor_id || ', called "' || ${alias}.actor || '"'`;
}
