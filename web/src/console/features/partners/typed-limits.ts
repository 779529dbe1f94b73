/** Limits of a partner as people type them. Empty means that the platform's holds, or none. */
import type { PartnerSettings } from '@vezne/contract/console/partners';
import type { Language } from '@vezne/domain/written';
import { fieldAmount, readAmount } from '../../../shared/i18n/amount-input.ts';
import { wire } from '../desk/wire.ts';
import { readAmountFromZero } from './typed-terms.ts';

/** `amount` is always there, if only as zero; the others may be empty. */
type Kind = 'amount' | 'limit' | 'count' | 'minutes' | 'flag';

/** Every limit, with what it is and what it is called in the texts. */
export const LIMITS = {
  creditLineCents: { kind: 'amount', text: 'credit_line_cents' },
  depositMinCents: { kind: 'limit', text: 'deposit_min_cents' },
  depositMaxCents: { kind: 'limit', text: 'deposit_max_cents' },
  withdrawalMinCents: { kind: 'limit', text: 'withdrawal_min_cents' },
  withdrawalMaxCents: { kind: 'limit', text: 'withdrawal_max_cents' },
  playerDayDepositCount: { kind: 'count', text: 'player_day_deposit_count' },
  playerDayDepositCents: { kind: 'limit', text: 'player_day_deposit_cents' },
  playerDayWithdrawalCount: { kind: 'count', text: 'player_day_withdrawal_count' },
  playerDayWithdrawalCents: { kind: 'limit', text: 'player_day_withdrawal_cents' },
  refuseOtherHolders: { kind: 'flag', text: 'refuse_other_holders' },
  depositExpirySeconds: { kind: 'minutes', text: 'deposit_expiry_seconds' },
} as const satisfies Partial<Record<keyof PartnerSettings, { kind: Kind; text: string }>>;

export type LimitField = keyof typeof LIMITS;
export type Limits = Pick<PartnerSettings, LimitField>;

/** What is changed together. */
export const LIMIT_GROUPS = {
  credit: ['creditLineCents'],
  deposits: ['depositMinCents', 'depositMaxCents'],
  withdrawals: ['withdrawalMinCents', 'withdrawalMaxCents'],
  player_day: [
    'playerDayDepositCount',
    'playerDayDepositCents',
    'playerDayWithdrawalCount',
    'playerDayWithdrawalCents',
  ],
  waiting: ['depositExpirySeconds'],
  holders: ['refuseOtherHolders'],
} as const satisfies Record<string, readonly LimitField[]>;
export type LimitGroup = keyof typeof LIMIT_GROUPS;

export type Typed = Partial<Record<LimitField, string | boolean>>;

export function writtenLimit(limits: Limits, field: LimitField, language: Language): string | boolean {
  const value = limits[field];
  if (typeof value === 'boolean') return value;
  if (value === null) return '';
  switch (LIMITS[field].kind) {
    case 'amount':
    case 'limit':
      return fieldAmount(wire(value), language);
    case 'minutes':
      return writtenMinutes(value);
    case 'count':
    case 'flag':
      return String(value);
  }
}

/** Undefined: it is no value. */
export function readLimit(field: LimitField, typed: string | boolean): number | boolean | null | undefined {
  if (typeof typed === 'boolean') return typed;
  const text = typed.trim();
  const { kind } = LIMITS[field];
  if (kind === 'amount') {
    const amountCents = readAmountFromZero(text);
    return amountCents === undefined ? undefined : Number(amountCents);
  }
  if (text === '') return null;
  if (kind === 'limit') {
    const amountCents = readAmount(text);
    return amountCents === undefined ? undefined : Number(amountCents);
  }
  if (kind === 'minutes') return readMinutes(text);
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** The command line takes seconds: what is no whole minute is written with them, 1:30, and read so. */
function writtenMinutes(seconds: number): string {
  const left = seconds % 60;
  const minutes = String((seconds - left) / 60);
  return left === 0 ? minutes : `${minutes}:${String(left).padStart(2, '0')}`;
}

function readMinutes(text: string): number | undefined {
  const [, minutes, seconds = '0'] = /^(\d{1,6})(?::([0-5]\d))?$/.exec(text) ?? [];
  return minutes === undefined ? undefined : Number(minutes) * 60 + Number(seconds);
}

/** What of it differs; undefined: something is no value yet. */
export function readLimits(before: Limits, typed: Typed): Partial<Limits> | undefined {
  const read = Object.entries(typed).map(([name, text]) => {
    const field = name as LimitField;
    return [field, readLimit(field, text)] as const;
  });
  if (read.some(([, value]) => value === undefined)) return undefined;
  // Each value is of its field's kind.
  return Object.fromEntries(read.filter(([field, value]) => before[field] !== value));
}
