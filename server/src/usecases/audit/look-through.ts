/** The audit log as people at the console look through it. */
import type pg from 'pg';
import { personIdOf } from '@vezne/domain/actor';
import { isReferenceCode, normalizeReferenceCode, sequenceNumberOf } from '@vezne/domain/reference-code';
import type { RoundFunction } from '@vezne/domain/reference-code';
import { ROW_ID } from '@vezne/domain/row-id';
import type { AuditSubject } from '../../db/read/audit/entries.ts';
import { NO_END, listLoggedEntries, narrowToPeriod } from '../../db/read/audit/log.ts';
import type { AuditFilters, AuditRange, LoggedEntry } from '../../db/read/audit/log.ts';
import { findRequestsAbout, findSubjectsNamed, findSubjectsOfId } from '../../db/read/audit/names.ts';
import type { FoundSubject } from '../../db/read/audit/names.ts';
import { findDepositsOfCodes } from '../../db/read/transactions/found-transactions.ts';
import { fromTransactionId } from '../../ids.ts';
import { periodOf } from '../days.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** What somebody has typed or chosen. */
export interface AuditQuestion {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** Days in Turkey. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface AuditReads {
  pool: pg.Pool;
  referenceRound: RoundFunction;
}

/** A question as the log can be asked it. */
export interface UnderstoodQuestion {
  filters: AuditFilters;
  /** What the subject was understood as; undefined: none was named. */
  subjects: FoundSubject[] | undefined;
}

export async function understand(
  reads: AuditReads,
  { actor, action, subject, from, to }: AuditQuestion,
): Promise<UnderstoodQuestion> {
  const subjects = subject === undefined ? undefined : await subjectsMeant(reads, subject);
  return {
    subjects,
    filters: {
      actorIds: actor === undefined ? undefined : await actorIdsOf(reads.pool, actor),
      action,
      subjects: subjects === undefined ? undefined : [...subjects, ...(await requestsAbout(reads, subjects))],
      ...periodOf({ from, to }),
    },
  };
}

/**
 * One of ours has their id at both doors. Before they were ours, they were at the command line under the name that they gave: a namesake
 * counts as the same person here too.
 */
async function actorIdsOf(pool: pg.Pool, typed: string): Promise<string[]> {
  const found = ROW_ID.test(typed)
    ? await findSubjectsOfId(pool, typed, OPTIONS)
    : await findSubjectsNamed(pool, typed, OPTIONS);
  const people = found.filter(({ type }) => type === 'staff');
  const handles = people.flatMap(({ handle }) => handle ?? []);
  return [...new Set([typed, personIdOf(typed), ...people.map(({ id }) => id), ...handles])];
}

/** A request about a transaction is part of its story. */
async function requestsAbout(
  { pool }: AuditReads,
  subjects: readonly AuditSubject[],
): Promise<AuditSubject[]> {
  const ids = subjects.filter(({ type }) => type === 'transaction').map(({ id }) => id);
  if (ids.length === 0) return [];
  const requests = await findRequestsAbout(pool, ids, OPTIONS);
  return requests.map((id) => ({ type: 'second_person_request', id }));
}

const TYPE_AND_ID = /^([a-z_]+):(.+)$/;

/** An id, a code as people write it, a name; or the type and the id as the log has them. */
async function subjectsMeant({ pool, referenceRound }: AuditReads, text: string): Promise<FoundSubject[]> {
  const [, type, id] = TYPE_AND_ID.exec(text) ?? [];
  if (type !== undefined && id !== undefined) return [{ type, id, name: null, handle: null }];
  if (text === 'platform') return [{ type: 'platform', id: 'platform', name: null, handle: null }];
  const lower = text.toLowerCase();
  const rowId = ROW_ID.test(lower) ? lower : fromTransactionId(lower);
  if (rowId !== undefined) return await findSubjectsOfId(pool, rowId, OPTIONS);
  const code = normalizeReferenceCode(text);
  if (isReferenceCode(code)) {
    const deposits = await findDepositsOfCodes(
      pool,
      [{ number: sequenceNumberOf(code, referenceRound), code }],
      OPTIONS,
    );
    // Another key would lead to somebody else's deposit.
    const meant = deposits.filter((one) => one.referenceCode === code);
    if (meant.length > 0)
      return meant.map((one) => ({ type: 'transaction', id: one.id, name: code, handle: null }));
  }
  return await findSubjectsNamed(pool, text, OPTIONS);
}

/** A page of what was understood; one more than the limit shows whether there is another. */
export async function readAuditPage(
  pool: pg.Pool,
  filters: AuditFilters,
  { above = 0n, below = NO_END, limit }: Partial<AuditRange> & { limit: number },
): Promise<LoggedEntry[]> {
  const range = await narrowToPeriod(pool, filters, { above, below, limit }, OPTIONS);
  return await listLoggedEntries(pool, filters, range, OPTIONS);
}
