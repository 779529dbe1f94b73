import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { withTimeout } from '../concurrency/timeout.ts';
import { createPool } from '../db/pool.ts';
import type { ProcessKind } from '../db/read/running-processes.ts';
import { addAlarms, beatProcess, hideProcess, showProcess } from '../db/write/running-processes.ts';
import { raisedAlarmsOf } from '../raised-alarms.ts';
import { runningVersion } from '../version.ts';

export interface VisibleProcess {
  /** It has just done something for somebody. Costs nothing: the time is written with the next beat. */
  noteWork(): void;
  /** From now on `vezne status` shows it. */
  show(): Promise<void>;
  /** It stops by its own will, and is no dead one. */
  hide(): Promise<void>;
}

const TIMEOUT_MS = 5_000;
/** Whoever holds what a beat needs may hold it for ever. Without this, each beat would leave a session that waits behind. */
const LOCK_TIMEOUT_MS = 1_000;
/** Three may be late, as in a failover of ten seconds. Then somebody has to know. */
const BEATS_TO_DIE = 4;
/** A process that stops doesn't wait longer for a database that is away. */
const HIDE_WITHIN_MS = 2_000;

/**
 * Says every few seconds that the process lives, what it last did and which alarms it raised. Nothing depends on it: when the database is
 * away, the process works on as well as it can and is shown again afterwards. It has a connection of its own, so that it never takes one
 * from the work, and its commits wait for no standby.
 */
export function createVisibleProcess({
  url,
  log,
  kind,
  beatMs,
}: {
  /** Of the database. */
  url: string;
  log: Logger;
  kind: ProcessKind;
  beatMs: number;
}): VisibleProcess {
  const pool = createPool({
    url,
    maxConnections: 1,
    applicationName: `vezne-${kind}-visible`,
    log,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    isCommitQuick: true,
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
  let beating: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function beat(): Promise<void> {
    try {
      const workedMsAgo = workedAtMs === null ? null : performance.now() - workedAtMs;
      const isThere = await beatProcess(pool, { id: facts.id, aliveMs, workedMsAgo }, options);
      // Dead for a day by the database's word, or replaced by another that came while it was silent.
      if (!isThere) await arrive();
      await writeAlarms();
      isSilent = false;
    } catch (error) {
      // Once for each time that it is away.
      if (!isSilent) log.warn({ err: error }, 'the database could not be told that this process runs');
      isSilent = true;
    }
  }

  async function arrive(): Promise<void> {
    shownAtMs ??= performance.now();
    await showProcess(pool, { ...facts, aliveMs, startedMsAgo: performance.now() - shownAtMs }, options);
  }

  async function writeAlarms(): Promise<void> {
    const taken = alarms.take();
    if (taken.length === 0) return;
    const nowMs = Date.now();
    try {
      await addAlarms(
        pool,
        facts,
        taken.map(({ firstAtMs, lastAtMs, ...alarm }) => ({
          ...alarm,
          firstMsAgo: nowMs - firstAtMs,
          lastMsAgo: nowMs - lastAtMs,
        })),
        options,
      );
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

  return {
    noteWork() {
      workedAtMs = performance.now();
    },
    async show() {
      // A process that can't be seen works all the same. The next beat tries again.
      await arrive().catch((error: unknown) => {
        log.warn({ err: error }, 'the database could not be told that this process runs');
        isSilent = true;
      });
      timer = setInterval(() => {
        beating ??= beat().finally(() => {
          beating = undefined;
        });
      }, beatMs);
      timer.unref();
    },
    async hide() {
      if (timer !== undefined) {
        clearInterval(timer);
        timer = undefined;
        await withTimeout(HIDE_WITHIN_MS, leave()).catch((error: unknown) =>
          log.warn({ err: error }, 'this process stops, and will be shown as dead'),
        );
      }
      await pool.end();
    },
  };
}
