import type { AuditAction } from '@vezne/domain/audit-actions';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Cents } from '@vezne/domain/money';
import { effectOf } from '@vezne/domain/widening';
import { readSettingsInForce } from '../../db/read/partners/platform-settings.ts';
import type { PlatformSettings, SettingsVersion } from '../../db/read/partners/platform-settings.ts';
import { insertSettingsVersion, lockPlatformSettings } from '../../db/write/partners/platform-settings.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { refused } from '../refusal.ts';
import { checkedCountries } from './checked-countries.ts';

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
  | 'payoutCountries'
>;

export interface PlatformDirections {
  deposits: boolean;
  withdrawals: boolean;
}

type SettingsAct = Act<{ changes: Partial<PlatformSettings> }, ChangedSettings>;

/** Adds a version of the platform's settings. Values that are not given stay the same. */
function settingsAct(
  action: AuditAction,
  /** Throws when the settings would make no sense. */
  check?: (after: PlatformSettings) => void,
): SettingsAct {
  return {
    action,
    async plan(trx, { changes }, { actor }) {
      await lockPlatformSettings(trx);
      const inForce = await readSettingsInForce(trx);
      const { version: _version, createdAt: _at, createdBy: _by, ...before } = inForce;
      const after = { ...before, ...changes };
      check?.(after);
      const change = changeBetween(before, after);
      return {
        subject: PLATFORM_SUBJECT,
        change,
        effect: effectOf('platform', before, after),
        // Another limit that moved in between is what the second person relies on. A pause is one person's, and holds nothing up.
        seen: limitsOf(before),
        auditDetails: ({ settings }) => ({ version: settings.version }),
        async apply() {
          if (change === undefined) return { settings: inForce, change };
          await insertSettingsVersion(trx, { ...after, createdBy: actor.name });
          return { settings: await readSettingsInForce(trx), change };
        },
      };
    },
  };
}

function limitsOf(settings: PlatformSettings): object {
  const { depositsPaused: _deposits, withdrawalsPaused: _withdrawals, ...limits } = settings;
  return limits;
}

export const setLimitsAct = settingsAct('limits.set', checkRanges);
const pausePlatformAct = settingsAct('platform.pause');
const resumePlatformAct = settingsAct('platform.resume');

/**
 * Sets the smallest and largest amounts for new transactions, the amount above which two people are needed, and the amount
 * up to which players are told that a transfer arrives at once. Also the countries that payouts may go to.
 */
export async function setLimits(
  context: AdminContext,
  limits: Partial<Limits>,
): Promise<Performed<ChangedSettings>> {
  const { payoutCountries: countries } = limits;
  const changes = {
    ...limits,
    ...(countries === undefined ? {} : { payoutCountries: checkedCountries(countries) }),
  };
  return await perform(context, setLimitsAct, { changes });
}

/** Refuses new deposits, new withdrawals or both for every partner. Existing transactions go on. */
export async function pausePlatform(
  context: AdminContext,
  directions: PlatformDirections,
): Promise<Performed<ChangedSettings>> {
  return await perform(context, pausePlatformAct, pauses(directions, true));
}

/** Ends a pause of the platform's deposits, withdrawals or both. */
export async function resumePlatform(
  context: AdminContext,
  directions: PlatformDirections,
): Promise<Performed<ChangedSettings>> {
  return await perform(context, resumePlatformAct, pauses(directions, false));
}

function pauses(
  { deposits, withdrawals }: PlatformDirections,
  isPaused: boolean,
): { changes: Partial<PlatformSettings> } {
  return {
    changes: {
      ...(deposits ? { depositsPaused: isPaused } : {}),
      ...(withdrawals ? { withdrawalsPaused: isPaused } : {}),
    },
  };
}

function checkRanges(settings: PlatformSettings): void {
  checkRange('deposit', settings.depositMinCents, settings.depositMaxCents);
  checkRange('withdrawal', settings.withdrawalMinCents, settings.withdrawalMaxCents);
}

function checkRange(type: TransactionType, minCents: Cents, maxCents: Cents): void {
  if (minCents < 1n) throw refused('minimum_not_positive', { type });
  if (minCents > maxCents) throw refused('minimum_above_maximum', { type, minCents, maxCents });
}
