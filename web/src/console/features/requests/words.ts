/** Requests in words: what is asked, which fields change, and why something can't be confirmed. */
import type { RequestDetail, RequestRow } from '@vezne/contract/console/requests';
import { cents } from '@vezne/domain/money';
import { ACTION_RULES } from '@vezne/domain/permissions';
import type { ActionRule } from '@vezne/domain/permissions';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../../../shared/api/api-error.ts';
import type { en } from '../../../shared/i18n/en.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { useProblemText } from '../../../shared/session/use-problem.ts';
import { lineWords } from './line-words.ts';
import { meaningOf } from './meaning.ts';
import { aboutOf, titleOf } from './row-words.ts';
import { knownText } from './tongue.ts';
import type { Tongue } from './tongue.ts';

type Texts = typeof en.requests;

export function useRequestWords() {
  const { t, i18n } = useTranslation();
  const language = useLanguage();
  const problemText = useProblemText();
  const tongue: Tongue = { t, exists: (key) => i18n.exists(key), language };
  const { field, value, difference } = lineWords(tongue);

  const known = <Group extends keyof Texts>(group: Group, name: string): keyof Texts[Group] | undefined =>
    knownText(tongue, group, name);

  const money = (amountCents: number): string => displayAmount(cents(BigInt(amountCents)), language);

  const title = (row: RequestRow): string => titleOf(tongue, row);
  const about = (row: RequestRow): string => aboutOf(tongue, row);

  const refusal = (code: string): string => t(`requests.refusals.${known('refusals', code) ?? 'other'}`);

  const obstacle = ({ obstacle: why, permission, refusal: code }: RequestRow): string | undefined => {
    if (why === null) return undefined;
    const who = t(`requests.who.${known('who', permission ?? 'other') ?? 'other'}`);
    return t(`requests.obstacles.${why}`, { who, why: refusal(code ?? 'other') });
  };

  /** What a confirmation brings about. */
  const meaning = (request: RequestDetail): string[] => meaningOf(tongue, request);

  /** Of what only sometimes takes two, that it always does would be untrue. */
  const reasons = ({ reasons: codes, action }: RequestDetail): string => {
    const rules: Readonly<Record<string, ActionRule>> = ACTION_RULES;
    const rule = rules[action];
    const isWidening = rule?.hands === 'depends' && rule.confirms === 'confirm_change';
    return codes
      .map((code) => (code === 'always' && isWidening ? 'widens' : code))
      .map((code) => t(`requests.reasons.${known('reasons', code) ?? 'other'}`))
      .join('; ');
  };

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

  return {
    title,
    about,
    refusal,
    obstacle,
    meaning,
    field,
    value,
    difference,
    reasons,
    problem,
    money,
    book,
  };
}
