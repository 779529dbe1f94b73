/** Requests in words: what is asked, which fields change, and why something can't be confirmed. */
import type { LineValue, RequestDetail, RequestLine, RequestRow } from '@vezne/contract/console/requests';
import { formatIban } from '@vezne/domain/iban';
import { cents } from '@vezne/domain/money';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { ROLES } from '@vezne/domain/permissions';
import { displayAmount, displayCode, displaySignedAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../../../shared/api/api-error.ts';
import { writtenDuration, writtenMoment } from '../../../shared/i18n/age.ts';
import type { en } from '../../../shared/i18n/en.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { STATE_CODES } from '../../../shared/ui/badge.tsx';
import type { StateCode } from '../../../shared/ui/badge.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { useProblemText } from '../session/use-problem.ts';

type Texts = typeof en.requests;

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const underscored = (action: string): string => action.replaceAll('.', '_');

export function useRequestWords() {
  const { t, i18n } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const problemText = useProblemText();

  /** The name of a text in a group, if there is one. */
  const known = <Group extends keyof Texts>(group: Group, name: string): keyof Texts[Group] | undefined =>
    i18n.exists(`requests.${group}.${name}`) ? (name as keyof Texts[Group]) : undefined;

  const money = (amountCents: number): string => displayAmount(cents(BigInt(amountCents)), language);

  /** What is asked for, in a line. */
  const title = ({ action, operation, subject, amountCents, deposits }: RequestRow): string => {
    const amount = amountCents === null ? '' : money(amountCents);
    const code = subject.referenceCode === null ? null : displayCode(subject.referenceCode);
    const name = (subject.type === 'transaction' ? (code ?? subject.name) : subject.name) ?? '';
    const kind = operation === null ? undefined : known('operations', operation);
    if (kind !== undefined) return t(`requests.operations.${kind}`, { amount });
    const ofAction = known('actions', underscored(action));
    return ofAction === undefined
      ? `${action} ${name}`
      : t(`requests.actions.${ofAction}`, { amount, name, count: deposits ?? 0 });
  };

  /** Below it: who and where. */
  const about = ({ subject }: RequestRow): string =>
    [subject.type === 'transaction' ? subject.name : null, subject.partner]
      .filter((part) => part !== null)
      .join(' · ');

  const refusal = (code: string): string => t(`requests.refusals.${known('refusals', code) ?? 'other'}`);

  const obstacle = ({ obstacle: why, permission, refusal: code }: RequestRow): string | undefined => {
    if (why === null) return undefined;
    const who = t(`requests.who.${known('who', permission ?? 'other') ?? 'other'}`);
    return t(`requests.obstacles.${why}`, { who, why: refusal(code ?? 'other') });
  };

  /** What a confirmation brings about. */
  const effect = ({ action, transaction, outcome }: RequestDetail): string => {
    const key: keyof Texts['effect'] = known('effect', underscored(action)) ?? 'other';
    return t(`requests.effect.${key}`, {
      player: transaction?.customer.fullName ?? '',
      partner: transaction?.partner.name ?? '',
      amount: outcome === null ? '' : money(outcome.playerAmountCents),
      impact:
        outcome === null ? '' : displaySignedAmount(cents(BigInt(outcome.balanceImpactCents)), language),
    });
  };

  const field = (name: string): string => {
    const last = name.slice(name.lastIndexOf('.') + 1);
    const text = known('fields', snake(last));
    const word = text === undefined ? last : t(`requests.fields.${text}`);
    const parent = name.slice(0, Math.max(name.lastIndexOf('.'), 0));
    return parent === '' ? word : `${word} (${parent.replaceAll('.', ' ')})`;
  };

  /** Null stays null: there was none. */
  const value = (line: RequestLine, one: LineValue): string | null => {
    if (one === null) return null;
    if (typeof one === 'boolean') return one ? t('requests.yes') : t('requests.no');
    if (Array.isArray(one)) {
      if (one.length === 0) return t('requests.any');
      return one
        .map((part) => {
          if (line.field === 'marksRead') return markText(part);
          return line.field === 'roles' ? roleText(part) : part;
        })
        .join(', ');
    }
    switch (line.kind) {
      case 'amount':
        return amountText(String(one));
      case 'percent':
        return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(
          Number(one) / 10_000,
        );
      case 'seconds':
        return writtenDuration(Number(one), language);
      case 'moment':
        return writtenMoment(new Date(String(one)), now, language);
      case 'iban':
        return formatIban(String(one));
      case 'text':
      case 'flag':
      case 'list': {
        const state = STATE_CODES.find((code): code is StateCode => code === one);
        return state === undefined ? String(one) : t(`states.${state}`);
      }
    }
  };

  const markText = (mark: string): string => {
    const one = PAYOUT_MARKS.find((name) => name === mark);
    return one === undefined ? mark : t(`requests.marks.${one}`);
  };

  const roleText = (role: string): string => {
    const one = ROLES.find((name) => name === role);
    return one === undefined ? role : t(`roles.${one}`);
  };

  /** Stored as a plain decimal: "90000.00". */
  const amountText = (text: string): string =>
    /^-?\d+\.\d\d$/.test(text) ? displayAmount(cents(BigInt(text.replace('.', ''))), language) : text;

  const reasons = (codes: readonly string[]): string =>
    codes.map((code) => t(`requests.reasons.${known('reasons', code) ?? 'other'}`)).join('; ');

  const problem = (error: unknown): string => {
    const body = error instanceof ApiError ? error.body : null;
    return codeOf(error) === 'decision_refused' ? refusal(body?.refusal ?? 'other') : problemText(error);
  };

  /** An account of the books. */
  const book = ({ kind, owner }: RequestDetail['transfers'][number]['debit']): string => {
    const text = known('books_kinds', kind);
    const word = text === undefined ? kind : t(`requests.books_kinds.${text}`);
    return owner === null ? word : `${owner}, ${word}`;
  };

  return { title, about, refusal, obstacle, effect, field, value, reasons, problem, money, book };
}
