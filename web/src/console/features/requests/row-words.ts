/** A request in a line, and below it who and where. */
import type { RequestRow } from '@vezne/contract/console/requests';
import { cents } from '@vezne/domain/money';
import { displayAmount, displayCode } from '@vezne/domain/written';
import type { Difference } from '../../../shared/ui/difference.ts';
import { lineWords } from './line-words.ts';
import { knownText, textName } from './tongue.ts';
import type { Tongue } from './tongue.ts';

/** What is asked for. */
export function titleOf(tongue: Tongue, row: RequestRow): string {
  const { t, language } = tongue;
  const { action, operation, subject, amountCents, deposits } = row;
  const amount = amountCents === null ? '' : displayAmount(cents(BigInt(amountCents)), language);
  const code = subject.referenceCode === null ? null : displayCode(subject.referenceCode);
  const name = (subject.type === 'transaction' ? (code ?? subject.name) : subject.name) ?? '';
  const kind = operation === null ? undefined : knownText(tongue, 'operations', operation);
  if (kind !== undefined) return t(`requests.operations.${kind}`, { amount });
  const ofAction = knownText(tongue, 'actions', textName(action));
  return ofAction === undefined
    ? `${action} ${name}`
    : t(`requests.actions.${ofAction}`, { amount, name, count: deposits ?? 0 });
}

/** Whose it is, and of a change what differs first. */
export function aboutOf(tongue: Tongue, { subject, headline, moreLines }: RequestRow): string {
  const parts = [
    subject.type === 'transaction' ? subject.name : null,
    subject.partner,
    headline === null ? null : brief(lineWords(tongue).difference(headline, subject.type)),
    moreLines === 0 ? null : `+${moreLines}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function brief({ name, before, after }: Difference): string {
  const listed = (part: Difference['after'], sign: string): string[] =>
    Array.isArray(part) ? part.map((one) => `${sign}${one}`) : [];
  const entries = [...listed(before, '−'), ...listed(after, '+')];
  if (entries.length > 0) return `${name} ${entries.join(', ')}`;
  return [name, before, ...(before === null ? [] : ['→']), after].filter((part) => part !== null).join(' ');
}
