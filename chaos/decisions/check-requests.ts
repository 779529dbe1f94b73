import assert from 'node:assert/strict';
import type { Person } from '@vezne/domain/actor';
import type pg from 'pg';
import { actorText, actorTextSql } from './actor-text.ts';
import type { Attempt } from './attempt.ts';

const REQUESTS_SQL = `
select id, status, asked_by as "askedBy", decided_by as "decidedBy",
  exists (
    select from transaction t where t.id::text = subject_id and subject_type = 'transaction'
      and (t.status, t.stage) is distinct from (before ->> 'status', before ->> 'stage')
  ) as "isPast",
  exists (
    select from transaction_step step where step.transaction_id::text = subject_id and subject_type = 'transaction'
      and step.at = decided_at and step.actor = decided_by and step.actor_id is not distinct from decided_by_id
  ) as "isOfStep",
  array(select audit.action || ' by ' || ${actorTextSql('audit')} from audit_entry audit
    where subject_type = 'second_person_request' and subject_id = second_person_request.id::text order by id) as audited
from second_person_request where id = any ($1) order by id`;

const AUDITED_END = {
  confirmed: 'request.confirm',
  declined: 'request.decline',
  withdrawn: 'request.withdraw',
} as const;

/** Every request is open or ended as reported, once, and the audit log names both people. */
export async function assertRequests(owner: pg.Pool, attempts: readonly Attempt[]): Promise<void> {
  const expired = new Set(attempts.flatMap((one) => (one.kind === 'expiry' ? [one.request.id] : [])));
  const ends = Map.groupBy(attempts.flatMap(endOf), ({ id }) => id);
  const expected = attempts.flatMap(askedBy).map(({ id, askedBy: first }) => {
    const [end, ...more] = ends.get(id) ?? [];
    assert.deepEqual(more, [], `${id}: a request ends once`);
    if (end?.end === 'confirmed') assert.notEqual(end.actor.id, first.id, `${id}: another person confirms`);
    if (end?.end === 'withdrawn') assert.equal(end.actor.id, first.id, `${id}: whoever asked withdraws`);
    // A person may be faster than the job.
    const left = expired.has(id)
      ? { status: 'expired', decidedBy: 'expiry' }
      : { status: 'open', decidedBy: null };
    const asked = `request.ask by ${actorText(first)}`;
    return {
      id,
      status: end?.end ?? left.status,
      askedBy: first.name,
      decidedBy: end?.actor.name ?? left.decidedBy,
      audited: end ? [asked, `${AUDITED_END[end.end]} by ${actorText(end.actor)}`] : [asked],
    };
  });
  const ids = expected.map(({ id }) => id);
  const { rows } = await owner.query<RequestRow>({ name: 'requests', text: REQUESTS_SQL, values: [ids] });
  expected.sort((left, right) => (left.id < right.id ? -1 : 1));
  assert.deepEqual(
    rows.map(({ isPast: _isPast, isOfStep: _isOfStep, ...row }) => row),
    expected.map((one, index) => overtaken(one, rows[index]) ?? one),
    'requests for a second person ended as reported',
  );
}

interface ExpectedRequest {
  id: string;
  status: string;
  decidedBy: string | null;
  audited: string[];
}

type RequestRow = ExpectedRequest & { isPast: boolean; isOfStep: boolean };

/** A request that nobody ended is open while its transaction is where it was. Whoever moved that on has ended it. */
function overtaken(expected: ExpectedRequest, row: RequestRow | undefined): ExpectedRequest | undefined {
  // As for the job: a decision may be faster.
  if (row === undefined || !['open', 'expired'].includes(expected.status)) return undefined;
  if (row.status !== 'overtaken') {
    assert.ok(
      row.status !== 'open' || !row.isPast,
      `${row.id}: it is open about something that has moved on`,
    );
    return undefined;
  }
  assert.ok(row.isOfStep, `${row.id}: whoever overtook it took a step`);
  assert.equal(row.audited.length, 2, `${row.id}: both ends are audited`);
  assert.match(row.audited[1] ?? '', new RegExp(`^request\\.overtake by .*${row.decidedBy}`, 'i'));
  const { status, decidedBy } = row;
  return { ...expected, status, decidedBy, audited: [...expected.audited, row.audited[1] ?? ''] };
}

function askedBy(attempt: Attempt): { id: string; askedBy: Person }[] {
  if (attempt.kind !== 'operation' && attempt.kind !== 'decision') return [];
  const { result, actor } = attempt;
  return result.outcome === 'asked' ? [{ id: result.requestId, askedBy: actor }] : [];
}

function endOf(attempt: Attempt): { id: string; end: keyof typeof AUDITED_END; actor: Person }[] {
  if (attempt.kind !== 'end' || attempt.result.outcome === 'refused') return [];
  return [{ id: attempt.request.id, end: attempt.result.outcome, actor: attempt.actor }];
}
