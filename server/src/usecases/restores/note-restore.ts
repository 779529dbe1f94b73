import type pg from 'pg';
import { readConnectedProcesses } from '../../db/read/installation/older-processes.ts';
import {
  findLastRestoredRun,
  readDatabaseTime,
  readFeedEnds,
  readNewestRows,
  readOwnSince,
} from '../../db/read/installation/restores.ts';
import type { FeedEnd, NewestRow, RestoredRun } from '../../db/read/installation/restores.ts';
import { safeTransactionWithin } from '../../db/transaction-within.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import type { AdminContext } from '../admin-context.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';
import { PLATFORM_SUBJECT } from '../settings/change.ts';
import { compareHeads } from './compare-heads.ts';
import type { ComparedHeads } from './compare-heads.ts';
import { codesWithin, skipCodes } from './skip-codes.ts';
import type { SkippedCodes } from './skip-codes.ts';

/** The newest rows are found by indexes. What came after the restore is passed over one by one, and a person waits. */
const OPTIONS = { timeoutMs: 60_000 };

/** Commits that are made at once are not in the order of their times. A process writes again each second, so it is found all the same. */
const OUT_OF_ORDER_MS = 1_000;

/** By what a run chose the number of codes: by the time since its moment, or because a person said so. */
const FOR_TIME = 'time';
const FOR_PERSON = 'person';

export interface RestoreQuestion {
  /** Copies of the files of heads that workers published. */
  heads: readonly AsyncIterable<string>[];
  /** When this server began to take writes, if processes have worked since. */
  promoted?: Date | undefined;
  /** How many codes to leave out, if a person knows better. */
  codes?: number | undefined;
}

export interface NotedRestore {
  /**
   * What was acknowledged until then is here: PostgreSQL keeps the beginning of its log and loses the end, so whoever has this row has all
   * that was committed before it. Null if no row is that old.
   */
  keptUntil: Date | null;
  newest: NewestRow[];
  heads: ComparedHeads;
  feeds: FeedEnd[];
  codes: SkippedCodes;
  /** Before this one. */
  lastRun: RestoredRun | undefined;
}

/**
 * Says how far a restored database goes, moves reference codes beyond any that was shown, and keeps both in the audit log. It may be run
 * again at any time: codes only move on, by what may have been shown and is not left out yet.
 */
export async function noteRestore(
  { db, pool, actor }: AdminContext & { pool: pg.Pool },
  { heads: files, promoted, codes }: RestoreQuestion,
): Promise<NotedRestore> {
  refuseUnlessMay(actor, 'platform.restore');
  if (promoted === undefined) await refuseAtWork(pool);
  const before = promoted ?? 'infinity';
  const readAt = await readDatabaseTime(pool, OPTIONS);
  const newest = await readNewestRows(pool, before, OPTIONS);
  if (promoted === undefined) await refuseAfterWork(pool, newest);
  const keptUntil = latest(newest.map(({ at }) => at));
  const heads = await compareHeads(db, files);
  const feeds = await readFeedEnds(pool, before, OPTIONS);
  const lastRun = await findLastRestoredRun(pool, OPTIONS);
  const seconds = (readAt.getTime() - notLeftOutSince(keptUntil, lastRun).getTime()) / 1_000;
  const skipped = await skipCodes(pool, {
    codes: codes ?? codesWithin(seconds),
    isChosen: codes !== undefined,
  });
  const noted = { keptUntil, newest, heads, feeds, codes: skipped, lastRun };
  const codesFor = codes === undefined ? FOR_TIME : FOR_PERSON;
  await safeTransactionWithin(
    pool,
    async (trx) =>
      await insertAuditEntry(trx, {
        actor,
        action: 'platform.restore',
        subjectType: PLATFORM_SUBJECT.type,
        subjectId: PLATFORM_SUBJECT.id,
        details: { ...detailsOf(noted, promoted), codesFor },
      }),
    OPTIONS,
  );
  return noted;
}

/** Sooner than anything is done. A process that starts a moment later has written nothing before. */
async function refuseAtWork(pool: pg.Pool): Promise<void> {
  const processes = await readConnectedProcesses(pool, OPTIONS);
  if (processes.length > 0) throw refused('processes_at_work', { processes });
}

/**
 * Players may have been shown codes since then that no run has left out. The last run left out the codes until its entry, and what was shown
 * before the entry is here: but only of the time after its own moment, and not if a person chose their number. Then all counts once more.
 */
function notLeftOutSince(keptUntil: Date | null, lastRun: RestoredRun | undefined): Date {
  if (keptUntil === null) return new Date(0);
  const { keptUntil: from, codesFor } = lastRun?.details ?? {};
  const isLeftOut = codesFor === FOR_TIME && typeof from === 'string' && new Date(from) <= keptUntil;
  return isLeftOut && lastRun !== undefined && lastRun.at > keptUntil ? lastRun.at : keptUntil;
}

/** A process that came after the restore and is gone again has left rows too. */
async function refuseAfterWork(pool: pg.Pool, newest: readonly NewestRow[]): Promise<void> {
  const process = newest.find(({ kind }) => kind === 'process');
  if (process === undefined) return;
  const since = await readOwnSince(pool, OPTIONS);
  if (process.at.getTime() > since.getTime() + OUT_OF_ORDER_MS)
    throw refused('processes_have_worked', { process: process.id, seenAt: process.at, since });
}

function latest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((last, time) => (last === null || time > last ? time : last), null);
}

function detailsOf(
  { keptUntil, heads, codes }: NotedRestore,
  promoted: Date | undefined,
): Record<string, unknown> {
  const { checked, gone, firstGone, lastGone } = heads;
  return {
    keptUntil: keptUntil?.toISOString() ?? null,
    ...(promoted === undefined ? {} : { promoted: promoted.toISOString() }),
    headsChecked: String(checked),
    headsGone: String(gone),
    ...(firstGone === null || lastGone === null
      ? {}
      : {
          goneFromSeal: String(firstGone.sealNo),
          goneFrom: firstGone.sealedAt.toISOString(),
          goneToSeal: String(lastGone.sealNo),
          goneTo: lastGone.sealedAt.toISOString(),
          goneHead: lastGone.hash,
        }),
    codesSkipped: String(codes.skipped),
    nextBlock: String(codes.nextBlock),
  };
}
