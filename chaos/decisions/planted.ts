/**
 * Mistakes that a code change could make. They are planted by rewriting statements on their way to the database. A test
 * that doesn't notice them would not notice the change either.
 */
import { fingerprintSql } from '../../server/src/db/fingerprint.ts';
import { STATE_HOLDS } from '../../server/src/db/write/decisions/step.ts';
import { loseEvents } from './lost-events.ts';
import { openPool } from './pools.ts';
import type { OpenPool } from './pools.ts';
import { SLOW_ONE_IN, slowLocks } from './slow-locks.ts';
import { changeDecisions, replaced } from './statements.ts';
import type { Change, RunQuery } from './statements.ts';

export const BUGS = ['unguarded_update', 'event_outside_transaction', 'unsorted_lock'] as const;
export type Bug = (typeof BUGS)[number];

/** Those that show only where more is decided than approvals and rejections: the race does not meet them. */
export const MODEL_BUGS = ['hold_survives', 'part_not_written', 'unseen_changes'] as const;
export type ModelBug = (typeof MODEL_BUGS)[number];

const CHANGES: Readonly<Record<Bug | ModelBug, Change>> = {
  unguarded_update: (run) =>
    rewrite(run, (text) => {
      const unguarded = replaced(text, STATE_HOLDS, 'true');
      return replaced(unguarded, SEEN, 'true');
    }),
  event_outside_transaction: (run) => loseEvents(run),
  unsorted_lock: (run, no) =>
    no % 2 === 0 ? run : rewrite(run, (text) => replaced(text, SORTED, 'order by id desc for no key update')),
  hold_survives: (run) =>
    rewrite(run, (text) => replaced(text, HOLD, 'held_until = t.held_until, hold_reason = t.hold_reason')),
  part_not_written: (run) =>
    rewrite(run, (text) => replaced(text, 'where part_number is not null', 'where false')),
  unseen_changes: (run) => rewrite(run, (text) => replaced(text, SEEN, 'true')),
};

/** What was seen still holds. */
const SEEN = `a.fingerprint = ${fingerprintSql('t', { isLocked: true })}`;
const HOLD = 'held_until = a.held_until, hold_reason = a.hold_reason';
const SORTED = 'order by id for no key update';

/** Pools whose connections have the bug. */
export function poolWith(bug: Bug | ModelBug): OpenPool {
  const slow = slowLocks(SLOW_ONE_IN.short);
  return changeDecisions(openPool, (run, no) => CHANGES[bug](slow(run, no), no));
}

function rewrite(run: RunQuery, change: (text: string) => string): RunQuery {
  return async (query) => await run({ ...query, text: change(query.text) });
}
