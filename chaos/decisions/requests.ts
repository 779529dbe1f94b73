import assert from 'node:assert/strict';
import type pg from 'pg';
import type { Attempt } from './attempt.ts';

const REQUESTS_SQL = `
select id, status, asked_by as "askedBy", decided_by as "decidedBy",
  array(select action || ' by ' || actor from audit_entry
    where subject_type = 'second_person_request' and subject_id = second_person_request.id::text order by id) as audited
from second_person_request where id = any ($1) order by id`;

const AUDITED_END = { confirmed: 'second_person.confirm', withdrawn: 'second_person.withdraw' } as const;

/** What waited for a second person stands as its one end left it, or is still open; both people are in the audit trail. */
export async function assertRequests(owner: pg.Pool, attempts: readonly Attempt[]): Promise<void> {
  const ends = Map.groupBy(attempts.flatMap(endOf), ({ id }) => id);
  const expected = attempts.flatMap(askedBy).map(({ id, askedBy: first }) => {
    const [end, ...more] = ends.get(id) ?? [];
    assert.deepEqual(more, [], `${id}: a request ends once`);
    const asked = `second_person.ask by ${first}`;
    return {
      id,
      status: end?.end ?? 'open',
      askedBy: first,
      decidedBy: end?.actor ?? null,
      audited: end ? [asked, `${AUDITED_END[end.end]} by ${end.actor}`] : [asked],
    };
  });
  const ids = expected.map(({ id }) => id);
  const { rows } = await owner.query({ name: 'requests', text: REQUESTS_SQL, values: [ids] });
  expected.sort((left, right) => (left.id < right.id ? -1 : 1));
  assert.deepEqual(rows, expected, 'requests for a second person ended as was answered');
}

function askedBy(attempt: Attempt): { id: string; askedBy: string }[] {
  if (attempt.kind !== 'operation' && attempt.kind !== 'correction') return [];
  const { result, actor } = attempt;
  return result.outcome === 'asked' ? [{ id: result.requestId, askedBy: actor }] : [];
}

function endOf(attempt: Attempt): { id: string; end: keyof typeof AUDITED_END; actor: string }[] {
  if (attempt.kind !== 'end' || attempt.result.outcome === 'refused') return [];
  return [{ id: attempt.request.id, end: attempt.result.outcome, actor: attempt.actor }];
}
