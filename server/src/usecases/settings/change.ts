import type { AuditAction } from '@vezne/domain/audit-actions';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Cents } from '@vezne/domain/money';
import { readSettingsInForce } from '../../db/read/platform-settings.ts';
import type { PlatformSettings, SettingsVersion } from '../../db/read/platform-settings.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { insertSettingsVersion, lockPlatformSettings } from '../../db/write/platform-settings.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { refused } from '../refusal.ts';

export interface ChangedSettings {
  settings: SettingsVersion;
  /** undefined: they were already like that, and no version was added. */
  change: Change | undefined;
}

/** The audit log records all changes of the platform under this one subject. */
export const PLATFORM_SUBJECT = { type: 'platform', id: 'platform' } as const;

export type Limits = Pick<
  PlatformSettings,
  | 'depositMinCents'
  | 'depositMaxCents'
  | 'withdrawalMinCents'
  | 'withdrawalMaxCents'
  | 'fourEyesCents'
  | 'fastLimitCents'
>;

export interface PlatformDirections {
  deposits: boolean;
  withdrawals: boolean;
}

/**
 * Sets the smallest and largest amounts for new transactions, the amount above which two people are needed, and the amount
 * up to which players are told that a transfer arrives at once.
 */
export async function setLimits(context: AdminContext, limits: Partial<Limits>): Promise<ChangedSettings> {
  return await changeSettings(context, { action: 'limits.set', changes: limits, check: checkRanges });
}

/** Refuses new deposits, new withdrawals or both for every partner. Existing transactions go on. */
export async function pausePlatform(
  context: AdminContext,
  directions: PlatformDirections,
): Promise<ChangedSettings> {
  return await changePauses(context, directions, { action: 'platform.pause', isPaused: true });
}

/** Ends a pause of the platform's deposits, withdrawals or both. */
export async function resumePlatform(
  context: AdminContext,
  directions: PlatformDirections,
): Promise<ChangedSettings> {
  return await changePauses(context, directions, { action: 'platform.resume', isPaused: false });
}

async function changePauses(
  context: AdminContext,
  { deposits, withdrawals }: PlatformDirections,
  { action, isPaused }: { action: AuditAction; isPaused: boolean },
): Promise<ChangedSettings> {
  const changes = {
    ...(deposits ? { depositsPaused: isPaused } : {}),
    ...(withdrawals ? { withdrawalsPaused: isPaused } : {}),
  };
  return await changeSettings(context, { action, changes });
}

function checkRanges(settings: PlatformSettings): void {
  checkRange('deposit', settings.depositMinCents, settings.depositMaxCents);
  checkRange('withdrawal', settings.withdrawalMinCents, settings.withdrawalMaxCents);
}

function checkRange(type: TransactionType, minCents: Cents, maxCents: Cents): void {
  if (minCents < 1n) throw refused('minimum_not_positive', { type });
  if (minCents > maxCents) throw refused('minimum_above_maximum', { type, minCents, maxCents });
}

/** Adds a version of the platform's settings. Values that are not given stay the same. */
async function changeSettings(
  { db, actor }: AdminContext,
  request: {
    action: AuditAction;
    changes: Partial<PlatformSettings>;
    /** Throws when the settings would make no sense. */
    check?: (after: PlatformSettings) => void;
  },
): Promise<ChangedSettings> {
  return await db.transaction().execute(async (trx) => {
    await lockPlatformSettings(trx);
    const before = await readSettingsInForce(trx);
    const after = { ...before, ...request.changes };
    request.check?.(after);
    const change = changeBetween(before, after);
    if (change === undefined) return { settings: before, change };
    await insertSettingsVersion(trx, { ...after, createdBy: actor.name });
    const settings = await readSettingsInForce(trx);
    await insertAuditEntry(trx, {
      actor,
      action: request.action,
      subjectType: PLATFORM_SUBJECT.type,
      subjectId: PLATFORM_SUBJECT.id,
      details: { version: settings.version, ...change },
    });
    return { settings, change };
  });
}
