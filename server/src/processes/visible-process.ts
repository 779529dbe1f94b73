import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { withTimeout } from '../concurrency/timeout.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { hasRoom } from '../db/disk-room.ts';
import { createPool } from '../db/pool.ts';
import type { ProcessKind } from '../db/read/installation/running-processes.ts';
import { StatementTimeoutError, isLockTimeout } from '../db/errors.ts';
import { confirmCommits, withConnection } from '../db/statement.ts';
import type { StatementOptions } from '../db/statement.ts';
import {
  addAlarms,
  beatProcess,
  hideProcess,
  showProcess,
} from '../db/write/installation/running-processes.ts';
import type { RowBefore } from '../db/write/installation/running-processes.ts';
import { raisedAlarmsOf } from '../raised-alarms.ts';
import { runningVersion } from '../version.ts';

export interface VisibleProcess {
  /** It has just done something for somebody. Costs nothing: the time is written with the next beat. */
  noteWork(): void;
  /** From now on `vezne status` shows it. */
  show(): Promise<void>;
  /** How long ago the last commit was sent that was confirmed, on a disk with room. Before the first, since it was made. */
  confirmedMsAgo: () => number;
  /** For how long none was confirmed of the commits that it sent, since the first that waits or failed, or the disk was full. 0: all is well. */
  unconfirmedMs: () => number;
  /** It stops by its own will, and is no dead one. */
  hide(): Promise<void>;
}

const TIMEOUT_MS = 5_000;
/**
 * A connection that was lost without a word is known by the silence of a beat. Another has to have a commit confirmed before the process
 * counts as not ready. Longer than the wait for a lock. Where commits take long, silence means little, and twice the last one is waited for.
 */
const BEAT_WITHIN_MS = 1_500;
/** Whoever holds what a beat needs may hold it for ever. Without this, each beat would leave a session that waits behind. */
const LOCK_TIMEOUT_MS = 1_000;
/** Three may be late, as in a failover of ten seconds. Then somebody has to know. */
const BEATS_TO_DIE = 4;
/** Each beat shows that commits are confirmed, which has to be known within seconds, however rarely a process is shown. */
const CONFIRM_EVERY_MS = 1_000;
/** It costs the server a millisecond. While the disk is full it is asked with each beat. */
const LOOK_FOR_ROOM_EVERY_MS = 5_000;
/** After a day without a word the database forgets a row; one that is missing earlier was lost. */
const REMEMBERED_MS = 12 * 60 * 60_000;
/** A process that stops doesn't wait longer for a database that is away. */
const HIDE_WITHIN_MS = 2_000;

/**
 * Says every second that the process lives, what it last did and which alarms it raised. When the database is away, the process works on
 * as well as it can and is shown again afterwards. It has a connection of its own, so that it never takes one from the work.
 *
 * Each beat is a commit that is confirmed as those of money are, with a number that rises. So the process knows whether anything can be
 * written at all, and finds out when the database forgot what it had confirmed. A beat changes a row in its place, so now and then it also
 * looks whether the disk has room for more: without any, creates fail while beats go on.
 */
export function createVisibleProcess({
  url,
  log,
  kind,
  beatMs,
  expectedStandbys = 0,
}: {
  /** Of the database. */
  url: string;
  log: Logger;
  kind: ProcessKind;
  beatMs: number;
  expectedStandbys?: number;
}): VisibleProcess {
  const pool = createPool({
    url,
    maxConnections: 1,
    applicationName: `vezne-${kind}-visible`,
    log,
    expectedStandbys,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
  const options = { timeoutMs: TIMEOUT_MS };
  const aliveMs = beatMs * BEATS_TO_DIE;
  // A name outside the form of the column would keep the process from being seen.
  const host = hostname().replaceAll(/[^!-~]/g, '-') || 'unknown';
  const facts = { id: randomUUID(), kind, host, pid: process.pid, version: runningVersion() };
  const alarms = raisedAlarmsOf(log);
  let shownAtMs: number | undefined;
  let workedAtMs: number | null = null;
  let isSilent = false;
  /**
   * The number of the last beat that was sent, and of the last that was confirmed, with when that was sent. Other commits say nothing of numbers:
   * they may be the first on a server that took over, while a beat there still waits.
   */
  let sent = 0n;
  let confirmed = 0n;
  let numberedAtMs = performance.now();
  let confirmedAtMs = performance.now();
  let unconfirmedSinceMs: number | undefined;
  let confirmTookMs = 0;
  let lookedForRoomAtMs = -Infinity;
  let fullSinceMs: number | undefined;
  let isShown = false;
  let beating: Promise<void> | undefined;

  /**
   * One at a time. The database confirms at some moment between the sending and the answer, so only what was sent before counts as
   * confirmed. What waits is measured from its sending, and the pause until the next beat is not: otherwise commits of two and a half
   * seconds would look as if none was confirmed.
   */
  async function confirming<T>(commit: () => Promise<T>): Promise<T> {
    const sentMs = performance.now();
    unconfirmedSinceMs ??= sentMs;
    const result = await commit();
    confirmTookMs = performance.now() - sentMs;
    confirmedAtMs = sentMs;
    unconfirmedSinceMs = undefined;
    return result;
  }

  async function beat(): Promise<void> {
    try {
      // Until it is shown it has no row, and a start may take long. Whether commits are confirmed is known all the same.
      if (!isShown) return await confirming(async () => await confirmCommits(pool, patience()));
      await confirming(write);
      await lookForRoom();
      await writeAlarms();
      isSilent = false;
    } catch (error) {
      // Once for each time that it is away.
      if (isShown && !isSilent)
        log.warn({ err: error }, 'the database could not be told that this process runs');
      isSilent = isShown;
      // Somebody holds the row of this process, or its connection is dead. Neither must look as if nothing could be committed.
      if (isLockTimeout(error) || error instanceof StatementTimeoutError)
        await confirming(connectAnew).catch(() => undefined);
    }
  }

  /** The row is written all the same: the process lives, and is seen. */
  async function lookForRoom(): Promise<void> {
    const nowMs = performance.now();
    if (fullSinceMs === undefined && nowMs - lookedForRoomAtMs < LOOK_FOR_ROOM_EVERY_MS) return;
    lookedForRoomAtMs = nowMs;
    if (await hasRoom(pool, patience())) {
      fullSinceMs = undefined;
      return;
    }
    if (fullSinceMs === undefined)
      log.warn('the disk of the database is full: commits go on, and no table can grow');
    fullSinceMs ??= nowMs;
  }

  function patience(): StatementOptions {
    return { timeoutMs: Math.min(Math.max(BEAT_WITHIN_MS, 2 * confirmTookMs), TIMEOUT_MS) };
  }

  /** The pool has dropped the connection that failed, and lends a new one only after a commit of its own was confirmed. */
  async function connectAnew(): Promise<void> {
    await withConnection(pool, async () => await Promise.resolve());
  }

  async function write(): Promise<void> {
    const sentMs = performance.now();
    const workedMsAgo = workedAtMs === null ? null : sentMs - workedAtMs;
    sent += 1n;
    const beat = { id: facts.id, aliveMs, workedMsAgo, beat: sent, confirmed };
    const before = await beatProcess(pool, beat, patience());
    // Without a row it was replaced by another that came while it was silent, forgotten after a day, or lost.
    const left = before ?? (await arrive());
    const isBehind = compare(left);
    confirmed = before === undefined || isBehind ? (left?.beat ?? 0n) : sent;
    numberedAtMs = sentMs;
  }

  /** Whether what is left is behind what was confirmed. */
  function compare(left: RowBefore | undefined): boolean {
    const isBehind =
      left === undefined ? performance.now() - numberedAtMs < REMEMBERED_MS : left.beat < confirmed;
    if (isBehind) tellWentBack(left?.seenAt);
    return isBehind;
  }

  function tellWentBack(newestLeft: Date | undefined): void {
    if (confirmed === 0n) return;
    const confirmedAt = new Date(Date.now() - (performance.now() - numberedAtMs)).toISOString();
    log.error(
      { alarm: 'database_went_back', confirmedAt, newestLeft: newestLeft?.toISOString() },
      'the database lost commits that it had confirmed: what was written between newestLeft and confirmedAt may be gone',
    );
  }

  async function arrive(): Promise<RowBefore | undefined> {
    shownAtMs ??= performance.now();
    return await showProcess(
      pool,
      { ...facts, aliveMs, startedMsAgo: performance.now() - shownAtMs },
      options,
    );
  }

  async function writeAlarms(): Promise<void> {
    const taken = alarms.take();
    if (taken.length === 0) return;
    const nowMs = Date.now();
    try {
      const raised = taken.map(({ firstAtMs, lastAtMs, ...alarm }) => ({
        ...alarm,
        firstMsAgo: nowMs - firstAtMs,
        lastMsAgo: nowMs - lastAtMs,
      }));
      await confirming(async () => await addAlarms(pool, facts, raised, patience()));
    } catch (error) {
      alarms.putBack(taken);
      throw error;
    }
  }

  async function leave(): Promise<void> {
    await beating;
    // First: alarms that can't be written must not make a death of a stop.
    await hideProcess(pool, facts.id, options);
    await writeAlarms();
  }

  function beatOnce(): void {
    beating ??= beat().finally(() => {
      beating = undefined;
    });
  }

  const timer = setInterval(beatOnce, Math.min(beatMs, CONFIRM_EVERY_MS));
  timer.unref();
  return {
    noteWork() {
      workedAtMs = performance.now();
    },
    confirmedMsAgo: () => performance.now() - Math.min(confirmedAtMs, fullSinceMs ?? Infinity),
    unconfirmedMs: () => {
      const nowMs = performance.now();
      return nowMs - Math.min(unconfirmedSinceMs ?? nowMs, fullSinceMs ?? nowMs);
    },
    async show() {
      await beating;
      // A process that can't be seen works all the same. The next beat tries again.
      try {
        beating = confirming(arrive).then(() => undefined);
        await beating;
      } catch (error) {
        log.warn({ err: error }, 'the database could not be told that this process runs');
        isSilent = true;
      } finally {
        beating = undefined;
        isShown = true;
      }
    },
    async hide() {
      clearInterval(timer);
      if (isShown) {
        await withTimeout(HIDE_WITHIN_MS, leave()).catch((error: unknown) =>
          log.warn({ err: error }, 'this process stops, and will be shown as dead'),
        );
      }
      await pool.end();
    },
  };
}

/** A failover is over sooner as a rule, and a load balancer that asks every few seconds notices nothing. */
const UNREADY_AFTER_MS = 3_000;

/**
 * Why a process that reaches its database can't serve all the same; undefined if it can. Where commits wait for nobody, everything works,
 * and what is acknowledged could be gone with one machine: partners rather wait.
 */
export function commitProblem(
  { unconfirmedMs }: Pick<VisibleProcess, 'unconfirmedMs'>,
  database: Pick<DatabaseWatch, 'commitsAlone'> | undefined,
): string | undefined {
  if (unconfirmedMs() > UNREADY_AFTER_MS) return 'the database confirms no commit';
  return database?.commitsAlone() === true ? 'commits wait for no standby' : undefined;
}
