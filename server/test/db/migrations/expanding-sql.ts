/**
 * A simple reader of migrations. It finds statements that take something away from the versions before, or tighten it, as far as the
 * text tells. What a new trigger or a new check forbids it can't know.
 */
import { statementsOf } from './sql-statements.ts';

const HARM: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['drops', /^drop (table|view|materialized view|index|sequence|function|type|schema|role)\b/],
  ['drops a part of a table', /^alter table .*\bdrop (column|not null|default|identity|expression)\b/],
  ['renames', /^alter .*\brename\b/],
  ['changes a type', /^alter table .*\balter (column )?\w+ (set data )?type\b/],
  ['requires a value', /^alter table .*\bset not null\b/],
  ['takes a right away', /^revoke\b(?! execute on function)/],
  ['takes rows away', /^(truncate|delete from)\b/],
];

/** What may be dropped if the same file puts it back under the same name. */
const REPLACED: readonly (readonly [dropped: RegExp, put: (name: string) => RegExp])[] = [
  [
    /^alter table .*\bdrop constraint (?:if exists )?(\w+)/,
    (name) => new RegExp(`\\badd constraint ${name}\\b`),
  ],
  [/^drop policy (?:if exists )?(\w+ on \w+)/, (name) => new RegExp(`^create policy ${name}\\b`)],
  [
    /^drop trigger (?:if exists )?(\w+) on \w+/,
    (name) => new RegExp(`^create (or replace )?(constraint )?trigger ${name}\\b`),
  ],
];

/** An older version inserts rows without the new column. */
function requiresNewColumn(words: string): boolean {
  return words
    .split(',')
    .some(
      (part) => ADDED_COLUMN.test(part) && / not null\b/.test(part) && !/ (default|generated)\b/.test(part),
    );
}

const ADDED_COLUMN = /(^| )add (column |(?!constraint ))/;

/** What a file that calls itself an expansion does all the same; empty if it does no harm that can be read. */
export function harmOf(sql: string): string[] {
  const statements = statementsOf(sql);
  return statements.flatMap(({ words, excuses }) => {
    if (excuses.has('harmless')) return [];
    const harm = HARM.filter(([, pattern]) => pattern.test(words)).map(([what]) => what);
    for (const [pattern, put] of REPLACED) {
      const [, name] = pattern.exec(words) ?? [];
      if (name !== undefined && !statements.some((other) => put(name).test(other.words)))
        harm.push('drops without putting back');
    }
    if (words.startsWith('alter table') && requiresNewColumn(words)) harm.push('requires a new column');
    return harm.map((what) => `${what}: ${words.slice(0, 80)}`);
  });
}
