/** Creates and repeats of them: what was acknowledged is there, once, and is never refused. */
import type { CreateLine, Line, RepeatLine } from './client-log.ts';
import type { Finding } from './findings.ts';
import type { TransactionRow } from './rows.ts';

/** What the partner sent, and the database has. */
const AS_TOLD = ['partnerId', 'type', 'amountCents', 'player'] as const;

type Told = CreateLine | RepeatLine;

export function checkCreates(lines: readonly Line[], transactions: readonly TransactionRow[]): Finding[] {
  const told = lines.filter((line): line is Told => line.kind === 'create' || line.kind === 'repeat');
  const byReference = Map.groupBy(transactions, ({ reference }) => reference);
  const triesOf = Map.groupBy(triesInOrder(told), ({ reference }) => reference);
  return [
    ...told.flatMap((line) =>
      findingOf(line, rowFor(line, byReference.get(line.reference)), triesOf.get(line.reference)),
    ),
    ...acknowledgedTwice(told),
    ...acknowledgedAlone(lines, told),
    ...blocksGivenTwice(told, byReference),
    ...lines.flatMap((line): Finding[] =>
      line.kind === 'collision' ? [{ kind: 'codesTwice', at: line.at, what: line.process }] : [],
    ),
    ...lines.flatMap((line): Finding[] =>
      line.kind === 'givenUp'
        ? [
            {
              kind: 'givenUp',
              at: line.at,
              what: [`${line.of}: ${line.act}`, line.why].filter(Boolean).join(', '),
            },
          ]
        : [],
    ),
    ...[...byReference].flatMap(([reference, rows]) =>
      rows.slice(1).map(({ id, createdAt }): Finding => ({
        kind: 'doubled',
        at: createdAt,
        what: `${reference} has another transaction, ${id}`,
      })),
    ),
  ];
}

/** Of several, the one that was told. */
function rowFor(line: Told, rows: readonly TransactionRow[] = []): TransactionRow | undefined {
  return rows.find(({ id }) => line.kind === 'create' && line.id === id) ?? rows[0];
}

function triesInOrder(told: readonly Told[]): CreateLine[] {
  return told.filter((line) => line.kind === 'create').toSorted((one, other) => one.at - other.at);
}

function findingOf(
  line: Told,
  row: TransactionRow | undefined,
  tries: readonly CreateLine[] = [],
): Finding[] {
  const at = line.at + line.tookMs;
  const found = (kind: Finding['kind'], what: string): Finding[] => [
    { kind, at, what: `${line.reference}: ${what}` },
  ];
  if (isAcknowledged(line)) {
    if (row === undefined) return found('lost', `acknowledged as ${idOf(line)}, and not there`);
    if (line.kind === 'repeat') return line.isSame === false ? found('otherBytes', row.id) : [];
    return isAsTold(line, row) ? [] : found('lost', `acknowledged as ${line.id}, and otherwise as ${row.id}`);
  }
  if (line.status === 0) return [];
  const said = `${line.status} ${line.code ?? ''}`;
  const wrongly = whyRefusedWrongly(line, row, tries);
  return [
    ...(line.status === 500 ? found('serverErrors', said) : []),
    ...(wrongly === undefined ? [] : found('refused', `${said} to ${wrongly}`)),
  ];
}

/** Undefined: it was not there when it was refused, and was created by a later try. */
function whyRefusedWrongly(
  line: Told,
  row: TransactionRow | undefined,
  tries: readonly CreateLine[],
): string | undefined {
  if (line.kind === 'repeat') return 'a repeat';
  if (row === undefined) return undefined;
  if (row.createdAt <= line.at + line.tookMs) return 'a create';
  return isInsertedAfter(line, row, tries) ? 'a create that was inserted afterwards' : undefined;
}

/**
 * Whether the row is of the refused try, or of an earlier one at any api. An api makes the id before it inserts, so an id from before the next try is
 * not that one's. A look-up waits for what the database has begun to insert, and an api begins no insert for a partner that has gone.
 */
function isInsertedAfter(refused: CreateLine, row: TransactionRow, tries: readonly CreateLine[]): boolean {
  const maker = tries.findLast(({ at }) => at <= row.idMadeAt);
  return maker !== undefined && maker.at <= refused.at;
}

export function isAcknowledged({ status }: { status: number }): boolean {
  return status >= 200 && status < 300;
}

function isAsTold(line: CreateLine, row: TransactionRow): boolean {
  return (
    AS_TOLD.every((field) => row[field] === line[field]) &&
    row.iban === (line.iban ?? null) &&
    row.id === line.id
  );
}

function idOf(line: Told): string {
  return line.kind === 'create' ? String(line.id) : 'before';
}

function acknowledgedTwice(told: readonly Told[]): Finding[] {
  const acknowledged = told.filter(
    (line): line is CreateLine => line.kind === 'create' && isAcknowledged(line),
  );
  return [...Map.groupBy(acknowledged, ({ reference }) => reference)].flatMap(([reference, lines]) => {
    const [first, ...others] = lines;
    return others
      .filter(({ id }) => id !== first?.id)
      .map(({ at, tookMs, id }): Finding => ({
        kind: 'doubled',
        at: at + tookMs,
        what: `${reference} was acknowledged as ${first?.id} and as ${id}`,
      }));
  });
}

/** Even if it is not lost this time. */
function acknowledgedAlone(lines: readonly Line[], told: readonly Told[]): Finding[] {
  const spans = lines.flatMap((line) =>
    line.kind === 'fault' && line.alone !== undefined ? [line.alone] : [],
  );
  return told
    .filter((line) => line.kind === 'create' && isAcknowledged(line))
    .map(({ at, tookMs, reference }) => ({ at: at + tookMs, reference }))
    .filter(({ at }) => spans.some(({ from, to }) => at >= from && at < to))
    .map(({ at, reference }): Finding => ({ kind: 'unsafe', at, what: reference }));
}

/** Each block of reference codes is one process's. Of two that had the same, one will give out codes that are in use. */
function blocksGivenTwice(
  told: readonly Told[],
  byReference: ReadonlyMap<string, readonly TransactionRow[]>,
): Finding[] {
  const apiOf = new Map<number, number>();
  const twice = new Map<number, Finding>();
  for (const line of told) {
    // Whoever answered the first try has made the row. A later one may have found it.
    if (line.kind !== 'create' || line.attempt > 1 || !isAcknowledged(line)) continue;
    const block = byReference.get(line.reference)?.[0]?.codeBlock ?? null;
    if (block === null) continue;
    const { at, api } = line;
    const what = `the block of codes ${block} was given to two processes`;
    if ((apiOf.get(block) ?? api) !== api) twice.set(block, { kind: 'codesTwice', at, what });
    apiOf.set(block, api);
  }
  return [...twice.values()];
}
