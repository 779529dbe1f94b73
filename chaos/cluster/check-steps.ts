/** By the rows alone: each history is one that the product allows, and each outcome in it is told by one event of its kind. */
import { INITIAL_STATE, transition } from '@vezne/domain/transaction-state';
import type { Trigger } from '@vezne/domain/transaction-state';
import type { Finding } from './findings.ts';
import type { DatabaseRows, EventRow, TransactionRow } from './rows.ts';

export function checkSteps({ transactions, events }: DatabaseRows): Finding[] {
  const eventsOf = Map.groupBy(events, ({ transactionId }) => transactionId);
  const ids = new Set(transactions.map(({ id }) => id));
  return [
    ...transactions.flatMap((row) => checkHistory(row, eventsOf.get(row.id) ?? [])),
    ...events
      .filter(({ transactionId }) => !ids.has(transactionId))
      .map((event) => mistold(event, 'of a transaction that is not there')),
  ];
}

function checkHistory(row: TransactionRow, events: readonly EventRow[]): Finding[] {
  const { id, partnerId, reference } = row;
  const { findings, due } = replayed(row);
  const dueTypes = due.map(({ type }) => type);
  const dueKinds = new Set<string>(dueTypes);
  const told = Map.groupBy(events, ({ type }) => type);
  return [
    ...findings,
    ...due
      .filter(({ type }) => !told.has(type))
      .map(({ at, trigger }): Finding => ({
        kind: 'webhooksMissing',
        at,
        what: `${id}: ${trigger} has no event`,
      })),
    ...[...told.values()].flatMap((same) =>
      same.slice(1).map(({ occurredAt }): Finding => ({
        kind: 'doubled',
        at: occurredAt,
        what: `${id} has two events of a kind`,
      })),
    ),
    ...events
      .filter(({ type }) => !dueKinds.has(type))
      .map((event) => mistold(event, `${event.type}, which was not decided`)),
    ...events
      .filter((event) => event.partnerId !== partnerId || event.reference !== reference)
      .map((event) => mistold(event, 'of another partner or reference')),
  ];
}

function mistold({ eventId, occurredAt }: EventRow, what: string): Finding {
  return { kind: 'mistold', at: occurredAt, what: `${eventId}: ${what}` };
}

interface Due {
  type: string;
  trigger: string;
  at: number;
}

function replayed({ id, type, steps }: TransactionRow): { findings: Finding[]; due: Due[] } {
  const findings: Finding[] = [];
  const due: Due[] = [];
  let state = INITIAL_STATE[type];
  for (const { trigger, at } of steps) {
    const edge = transition(type, state, trigger as Trigger);
    if (edge === undefined) {
      findings.push({
        kind: 'doubled',
        at,
        what: `${id}: ${trigger} when it was ${state.stage ?? state.status}`,
      });
      continue;
    }
    if (edge.event !== null) due.push({ type: edge.event, trigger, at });
    state = edge.to;
  }
  return { findings, due };
}
