/** Entries in words. */
import type { AuditRow, AuditSubjectShown, AuditValue } from '@vezne/contract/console/audit';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { cents } from '@vezne/domain/money';
import { displayAmount, displayCode, displayTime } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { tr } from '../../../shared/i18n/tr.ts';
import { codeKey } from './audit-codes.ts';

/** What the log knows besides what people do: a job checks the ledger. */
type LoggedAction = AuditAction | 'ledger.verify';

export const LOGGED_ACTIONS: readonly LoggedAction[] = [...AUDIT_ACTIONS, 'ledger.verify'];

type Asked = keyof typeof tr.audit.asks;
type SubjectType = keyof typeof tr.audit.subjects;
type Field = keyof typeof tr.audit.fields;
type RequestField = keyof typeof tr.requests.fields;
type Door = keyof typeof tr.audit.where;

export interface AuditWords {
  /** "Yatırımı onayladı". One of a later version is shown as the log has it. */
  did: (action: string) => string;
  /** "Yatırımı onayladı, 60.000,00 ₺". */
  sentence: (row: AuditRow) => string;
  subject: (subject: AuditSubjectShown) => string;
  where: (kind: string) => string;
  field: (field: string, value: AuditValue) => string;
  /** Codes are said in the words of the queues. Null: there is none. */
  value: (field: string, value: AuditValue) => string | null;
  /** One code of a field, or what stands in its place. */
  code: (field: string, code: string) => string;
}

export function useAuditWords(): AuditWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const did = (action: string): string => {
    const known = LOGGED_ACTIONS.find((one) => one === action);
    if (known === undefined) return action;
    const [noun, verb] = known.split('.');
    // A test looks that every action has its words.
    return t(`audit.did.${noun}.${verb}` as 'audit.did.deposit.approve');
  };
  const amount = (value: number): string => displayAmount(cents(BigInt(value)), language);
  const subject = ({ type, id, name, transactionType }: AuditSubjectShown): string => {
    if (type === 'transaction' && name !== null)
      return transactionType === 'deposit' ? displayCode(name) : name;
    // A bank is called by its first words, and what tells its accounts apart stays in view.
    if (name !== null) return type === 'bank_account' ? name.replace(/ Bankası(?= )/u, '') : name;
    if (type === 'payout_iban') return shortMasked(id);
    const word = t(`audit.subjects.${isIn(tr.audit.subjects, type) ? type : 'other'}`);
    return id === type || id === 'chain' ? word : `${word} ${id.slice(0, 8)}`;
  };
  const code = (field: string, one: string): string => {
    const key = codeKey(field, one);
    return key === undefined ? one : t(key);
  };
  return {
    did,
    subject,
    code,
    sentence: ({ action, brief }) => {
      const noun = brief.asksFor?.split('.')[0] ?? '';
      const more = [
        brief.asksFor === null ? null : t(`audit.asks.${isIn(tr.audit.asks, noun) ? noun : 'other'}`),
        brief.amountCents === null ? null : amount(brief.amountCents),
        brief.whose,
        brief.count === null ? null : t('audit.count', { count: brief.count }),
      ].filter((part) => part !== null);
      return [did(action), ...more].join(', ');
    },
    where: (kind) => (isIn(tr.audit.where, kind) ? t(`audit.where.${kind}`) : kind),
    field: (path, value) => {
      // A time is from when something holds; anything else, from whom it came.
      if (path === 'from' && value.kind === 'moment') return t('requests.fields.from');
      const parts = path.split('.').map((name) => {
        const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        if (isIn(tr.audit.fields, snake)) return t(`audit.fields.${snake}`);
        return isIn(tr.requests.fields, snake) ? t(`requests.fields.${snake}`) : snake.replaceAll('_', ' ');
      });
      return parts.join(' · ');
    },
    value: (field, value) => {
      switch (value.kind) {
        case 'none':
          return null;
        case 'hidden':
          return t('audit.hidden');
        case 'amount':
          return amount(value.amountCents);
        case 'yes_no':
          return value.isYes ? t('audit.yes') : t('audit.no');
        case 'moment':
          return displayTime(new Date(value.at), language);
        case 'text':
          return value.text
            .split(', ')
            .map((one) => code(field, shortMasked(one)))
            .join(', ');
        case 'named':
          return subject(value.subject);
      }
    },
  };
}

/** A masked account as everywhere else: "TR33 •••• 1326". */
function shortMasked(text: string): string {
  const [, start, end] = /^([A-Z]{2}\d{2})\*+(\d{4})$/.exec(text.replaceAll(' ', '')) ?? [];
  return start === undefined || end === undefined ? text : `${start} •••• ${end}`;
}

function isIn<Names extends Asked | SubjectType | Field | RequestField | Door>(
  texts: Readonly<Record<Names, string>>,
  name: string,
): name is Names {
  return Object.hasOwn(texts, name);
}
