/** A change that waits, as whoever confirms it reads it: only what differs, and beside it what they should know. */
import type { RequestFact, RequestLine } from '@vezne/contract/console/requests';
import type { RequestRecord } from '../../../db/read/requests/request-rows.ts';
import { factsOf, linesOf } from './lines.ts';
import type { LineOptions } from './lines.ts';

type Values = Readonly<Record<string, unknown>>;

interface ShownChange {
  lines: RequestLine[];
  facts: RequestFact[];
}

/** How each of these is told better than value by value. */
const TOLD_OTHERWISE: Readonly<Record<string, (record: RequestRecord) => { before: Values; after: Values }>> =
  {
    // All of the block is over: what it was stands beside it.
    'block.remove': () => ({ before: { blocked: true }, after: { blocked: false } }),
    // Terms are those of a direction.
    'terms.set': ({ before, after }) => {
      const { direction, from, replacedVersions, ...terms } = valuesOf(after);
      return {
        before: { terms: { [String(direction)]: valuesOf(before) } },
        after: {
          terms: { [String(direction)]: terms },
          from,
          ...(replacedVersions === undefined ? {} : { replacedVersions }),
        },
      };
    },
  };

export function shownChange(record: RequestRecord, options: LineOptions): ShownChange {
  const { before, after } = TOLD_OTHERWISE[record.action]?.(record) ?? {
    before: valuesOf(record.before),
    after: valuesOf(record.after),
  };
  const isNew = Object.keys(before).length === 0;
  const lines = linesOf(before, after, options)
    .filter((line) => !isNew || says(line))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const told = new Set(lines.map(({ field }) => field));
  return {
    lines,
    facts: factsOf(knownBeside(record, before, after), options).filter(({ field }) => !told.has(field)),
  };
}

/** The database keeps values in an order of its own. People read a name first, then the rate, and last from when it holds. */
const FIRST = ['name', 'email', 'handle', 'bankName', 'holderName', 'iban', 'url'];
const LAST = ['overlapHours', 'from', 'replacedVersions'];

function rankOf({ field }: RequestLine): number {
  const first = FIRST.indexOf(field);
  if (first >= 0) return first;
  if (field.endsWith('.basisPoints')) return FIRST.length;
  return FIRST.length + 1 + (LAST.indexOf(field) + 1);
}

/** Of something new, what was not chosen is not worth a line. An empty list is: it may mean everything. */
function says({ after }: RequestLine): boolean {
  return after !== null && after !== false;
}

function knownBeside(record: RequestRecord, before: Values, after: Values): Values {
  const { action, status, partnerName, subjectType, subjectNow, details } = record;
  const { sinceBeginning } = valuesOf(details);
  return {
    ...(subjectType === 'webhook_endpoint' && { partnerName: partnerName ?? valuesOf(details)['partner'] }),
    // Old news goes to a new address only if somebody asked for it.
    ...(action === 'webhook.add' && sinceBeginning === true && { sinceBeginning }),
    // What has ended was about how things were then.
    ...(status === 'open' && subjectNow),
    ...(action === 'block.remove' && valuesOf(record.before)),
    ...sameValues(before, after),
  };
}

/** An act that names the same before and after wants it to be read; but not that there was none and is none. */
function sameValues(before: Values, after: Values): Values {
  const isSame = ([name, value]: [string, unknown]): boolean =>
    value !== false && value !== 0 && JSON.stringify(before[name]) === JSON.stringify(value);
  return Object.fromEntries(Object.entries(after).filter(isSame));
}

function valuesOf(values: unknown): Values {
  return (values ?? {}) as Values;
}
