import type { FoundTransaction } from '@vezne/contract/console/search';
import { cents } from '@vezne/domain/money';
import type { SearchKind } from '@vezne/domain/search-kind';
import { displayAmount, displayCode, displayTime } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import type { PaletteOption } from './palette-option.ts';
import styles from './shell.module.css';
import type { TransactionSearch } from './transaction-search.ts';

/** Whoever types one of these means one transaction, so it may be opened before they have seen it. */
const CERTAIN: ReadonlySet<SearchKind> = new Set(['id', 'code', 'reference']);

/** Transactions that were found, each with what tells it from another, and each once. */
export function useFoundTransactions({ found }: TransactionSearch): PaletteOption[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (found === undefined) return [];
  const optionOf = (
    transaction: FoundTransaction,
    more: Pick<PaletteOption, 'group' | 'isCertain'> & { typed: string | null },
  ): PaletteOption => ({
    id: transaction.id,
    group: more.group,
    isCertain: more.isCertain ?? false,
    name: transaction.customer.fullName,
    icon: transaction.type === 'deposit' ? 'deposit' : 'withdraw',
    shown: <Found transaction={transaction} typed={more.typed} />,
    run: () =>
      void navigate(
        transaction.type === 'deposit' ? `/deposits/${transaction.id}` : `/withdrawals/${transaction.id}`,
      ),
  });
  const meant = found.meant.map((one) => optionOf(one, { group: t('search.meant'), typed: found.code }));
  const exact = found.groups.flatMap(({ kind, transactions }) =>
    transactions.map((one) =>
      optionOf(one, { group: t(`search.kinds.${kind}`), isCertain: CERTAIN.has(kind), typed: null }),
    ),
  );
  const once = new Map([...meant, ...exact].toReversed().map((option) => [option.id, option]));
  return [...once.values()].toReversed();
}

/** What the text looks like, if there is little else that it can be. */
export function useLooks({ found }: TransactionSearch): string | undefined {
  const { t } = useTranslation();
  const kind = found?.groups[0]?.kind;
  return kind === 'id' || kind === 'code' || kind === 'iban' || kind === 'amount'
    ? t(`search.looks.${kind}`)
    : undefined;
}

/** Where nothing was found: that is an answer too. */
export function SearchNotes({ search: { found } }: { search: TransactionSearch }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (found === undefined) return null;
  const isEmpty = ({ transactions }: { transactions: readonly unknown[] }): boolean =>
    transactions.length === 0;
  const nowhere = found.groups.filter(isEmpty).map(({ kind }) => t(`search.kinds.${kind}`));
  const since = found.groups.find((group) => group.since !== null)?.since;
  const lines = [
    ...(found.groups.some(({ isMore }) => isMore) ? [t('search.more')] : []),
    ...(nowhere.length === 0 ? [] : [t('search.nowhere', { kinds: nowhere.join(', ') })]),
    ...(since === null || since === undefined
      ? []
      : [t('search.since', { time: displayTime(new Date(since), language) })]),
  ];
  if (lines.length === 0) return null;
  return (
    <div className={styles.searchNotes} role="status">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** `typed`: letters of the code that differ from it are marked. */
function Found({ transaction, typed }: { transaction: FoundTransaction; typed: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { referenceCode, externalReference, customer, partnerName, isLateMoney, stage, status } = transaction;
  const about = [
    customer.fullName,
    partnerName,
    ...(isLateMoney ? [t('search.late')] : []),
    displayTime(new Date(transaction.createdAt), language),
  ];
  const amountCents = transaction.actualAmountCents ?? transaction.amountCents;
  return (
    <>
      <b className={styles.foundCode}>
        {referenceCode === null ? externalReference : <Letters code={referenceCode} typed={typed} />}
      </b>
      <span className={styles.foundAbout}>{about.join(' · ')}</span>
      <span className={styles.foundFacts}>
        <span className={styles.foundAmount}>{displayAmount(cents(BigInt(amountCents)), language)}</span>
        <StateBadge state={stage ?? status} />
      </span>
    </>
  );
}

function Letters({ code, typed }: { code: string; typed: string | null }) {
  if (typed?.length !== code.length) return displayCode(code);
  const letter = (at: number) => (code[at] === typed[at] ? code[at] : <u key={at}>{code[at]}</u>);
  const places = Array.from(code, (_, at) => at);
  return (
    <>
      {places.slice(0, 4).map(letter)} {places.slice(4).map(letter)}
    </>
  );
}
