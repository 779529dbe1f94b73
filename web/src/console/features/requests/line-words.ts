/** What a request changes, field by field, in words of the trade. */
import type { LineKind, LineValue, RequestLine } from '@vezne/contract/console/requests';
import { formatIban } from '@vezne/domain/iban';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { PARTNER_ROLES } from '@vezne/domain/partner-permissions';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { ROLES } from '@vezne/domain/permissions';
import { REASON_CODES, TRANSACTION_STATUSES, WITHDRAWAL_STAGES } from '@vezne/domain/transaction-state';
import { displayAmount, displayTime } from '@vezne/domain/written';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import type { Difference } from '../../../shared/ui/difference.ts';
import { knownText, textName } from './tongue.ts';
import type { Tongue } from './tongue.ts';

interface Written {
  field: string;
  kind: LineKind;
}

/** Values that are codes of ours. Everything else is what somebody wrote. */
const CODED = new Set(['status', 'credentials', 'secret', 'enrolment', 'mode', 'from', 'kind']);

/** Lists of what is allowed, in which none means all. */
const EMPTY_IS_ANY = new Set(['redirectHosts', 'allowedNetworks']);

/** What holds where nothing is set. */
const UNSET = {
  dailyCap: 'unlimited',
  playerDayDepositCount: 'unlimited',
  playerDayDeposit: 'unlimited',
  playerDayWithdrawalCount: 'unlimited',
  playerDayWithdrawal: 'unlimited',
  depositMin: 'platform',
  depositMax: 'platform',
  withdrawalMin: 'platform',
  withdrawalMax: 'platform',
  depositExpirySeconds: 'platform',
  requestsPerSecond: 'usual',
  expiresAt: 'forever',
} as const;

const STATES = [...TRANSACTION_STATUSES, ...WITHDRAWAL_STAGES] as const;

/** Stored as a plain decimal: "90000.00". */
export function amountOf(text: string): Cents | undefined {
  return /^-?\d+\.\d\d$/.test(text) ? cents(BigInt(text.replace('.', ''))) : undefined;
}

export function lineWords(tongue: Tongue) {
  const { t, language } = tongue;

  const fieldText = (name: string): string | undefined => {
    const text = knownText(tongue, 'fields', textName(name));
    return text === undefined ? undefined : t(`requests.fields.${text}`);
  };

  /** By the whole way to it, or by its last name with what it is part of. */
  const field = (path: string): string => {
    const at = path.lastIndexOf('.');
    const last = path.slice(at + 1);
    const whole = fieldText(path);
    if (whole !== undefined || at < 0) return whole ?? last;
    return `${fieldText(last) ?? last} (${path.slice(0, at).replaceAll('.', ' ')})`;
  };

  /** Null stays null: there is none. */
  const value = (line: Written, one: LineValue, subjectType = ''): string | null => {
    if (one === null) return null;
    const last = line.field.slice(line.field.lastIndexOf('.') + 1);
    if (typeof one === 'boolean') return flag(last, one);
    if (Array.isArray(one)) {
      if (one.length > 0) return one.map((part) => entry(last, part)).join(', ');
      return EMPTY_IS_ANY.has(last) ? t('requests.any') : t('requests.none');
    }
    switch (line.kind) {
      case 'amount': {
        const amount = amountOf(String(one));
        return amount === undefined ? String(one) : displayAmount(amount, language);
      }
      case 'percent':
        return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(
          Number(one) / 10_000,
        );
      case 'seconds':
        return writtenDuration(Number(one), language);
      case 'hours':
        return Number(one) === 0 ? t('requests.no_hours') : t('requests.hours', { count: Number(one) });
      case 'moment':
        return writtenMoment(String(one));
      case 'iban':
        return formatIban(String(one));
      case 'text':
      case 'flag':
      case 'list':
        return coded(last, String(one), subjectType);
    }
  };

  /** A list of requests must be drawn whatever one of them says. */
  const writtenMoment = (text: string): string => {
    const time = new Date(text);
    return Number.isNaN(time.getTime()) ? text : displayTime(time, language);
  };

  /** What is so where there is no value. */
  const unset = (path: string): string | null => {
    const last = path.slice(path.lastIndexOf('.') + 1);
    const key = Object.hasOwn(UNSET, last) ? UNSET[last as keyof typeof UNSET] : undefined;
    return key === undefined ? null : t(`requests.unset.${key}`);
  };

  const flag = (last: string, isSo: boolean): string => {
    if (last.startsWith('has')) return isSo ? t('requests.there') : t('requests.none');
    if (last === 'blocked') return isSo ? t('requests.blocked') : t('requests.not_blocked');
    return isSo ? t('requests.yes') : t('requests.no');
  };

  const coded = (last: string, text: string, subjectType: string): string => {
    const reason = last === 'reasonCode' ? REASON_CODES.find((code) => code === text) : undefined;
    if (reason !== undefined) return t(`desk.reason.${reason}`);
    if (!CODED.has(last) && last !== 'stage') return text;
    const state = STATES.find((code) => code === text);
    if (state !== undefined) return t(`states.${state}`);
    const key = knownText(tongue, 'values', textName(`${last === 'status' ? subjectType : last} ${text}`));
    return key === undefined ? text : t(`requests.values.${key}`);
  };

  /** One of a list. */
  const entry = (last: string, text: string): string => {
    if (last === 'roles' || last === 'nextRoles') {
      const role = ROLES.find((name) => name === text);
      return role === undefined ? text : t(`roles.${role}`);
    }
    if (last === 'portalRoles') {
      const role = PARTNER_ROLES.find((name) => name === text);
      return role === undefined ? text : t(`partners.people.roles.${role}`);
    }
    if (last === 'marksRead') {
      const mark = PAYOUT_MARKS.find((name) => name === text);
      return mark === undefined ? text : t(`requests.marks.${mark}`);
    }
    if (last === 'eventTypes') {
      const event = knownText(tongue, 'events', textName(text));
      return event === undefined ? text : t(`requests.events.${event}`);
    }
    if (last === 'payoutCountries') {
      if (!/^[A-Z]{2}$/.test(text)) return text;
      const country = new Intl.DisplayNames([language], { type: 'region' }).of(text) ?? text;
      return country === text ? text : `${country} (${text})`;
    }
    return last === 'replacedVersions' ? t('requests.version', { version: text }) : text;
  };

  /** A list says what goes and what comes, and how many stay. */
  const listDifference = (
    line: RequestLine,
    before: readonly string[],
    after: readonly string[],
  ): Pick<Difference, 'before' | 'after' | 'note'> => {
    const last = line.field.slice(line.field.lastIndexOf('.') + 1);
    const words = (entries: readonly string[]): string[] => entries.map((one) => entry(last, one));
    const isAny = (entries: readonly string[]): boolean => entries.length === 0 && EMPTY_IS_ANY.has(last);
    const kept = after.filter((one) => before.includes(one)).length;
    return {
      before: isAny(before) ? t('requests.any') : words(before.filter((one) => !after.includes(one))),
      after: isAny(after) ? t('requests.any') : words(after.filter((one) => !before.includes(one))),
      ...(kept > 0 && { note: t('requests.kept', { count: kept }) }),
    };
  };

  /** A row of the table: before and after. */
  const difference = (line: RequestLine, subjectType: string): Difference => {
    const name = field(line.field);
    if (!line.isNew && Array.isArray(line.before) && Array.isArray(line.after))
      return { name, ...listDifference(line, line.before, line.after) };
    return {
      name,
      before: line.isNew ? null : (value(line, line.before, subjectType) ?? unset(line.field)),
      after: value(line, line.after, subjectType) ?? unset(line.field) ?? t('requests.none'),
    };
  };

  return { field, value, difference };
}
