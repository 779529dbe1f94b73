import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { sumCents } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import type { Difference } from '../../../../shared/ui/difference.ts';
import { accountName } from '../../desk/use-accounts.ts';
import { wire } from '../../desk/wire.ts';

/** What has changed since this person last acted on it, or said that they read it. */
export function useChanges(payout: PayoutDetail): {
  differences: readonly Difference[];
  /** What is there now has been read. */
  onRead: () => void;
  /** What comes next is this person's own doing. */
  expectOwn: () => void;
} {
  const [seen, setSeen] = useState({ payout, isOwnComing: false });
  const differences = useDifferences(seen.payout, payout);
  if (seen.isOwnComing && seen.payout.seen !== payout.seen) setSeen({ payout, isOwnComing: false });
  return {
    differences: seen.isOwnComing ? [] : differences,
    onRead: () => setSeen({ payout, isOwnComing: false }),
    expectOwn: () => setSeen({ payout, isOwnComing: true }),
  };
}

function useDifferences(before: PayoutDetail, after: PayoutDetail): Difference[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const money = (amount: number): string => displayAmount(wire(amount), language);
  const shown = (of: PayoutDetail): Readonly<Record<string, string | null>> => ({
    [t('withdrawals.changed.stage')]: t(`states.${of.stage ?? of.status}`),
    [t('withdrawals.changed.taker')]: of.taker?.name ?? null,
    [t('withdrawals.changed.account')]: of.bankAccount === null ? null : accountName(of.bankAccount),
    [t('withdrawals.changed.amount')]: money(of.amountCents),
    [t('withdrawals.changed.to_player')]: money(of.playerAmountCents),
    [t('withdrawals.changed.commission')]: money(of.commissionCents),
    [t('withdrawals.changed.holder')]: of.payee.holderName,
    [t('withdrawals.changed.iban')]: of.payee.iban.replaceAll(/\s/g, '').slice(-4),
    [t('withdrawals.changed.marks')]:
      of.marks.map((mark) => t(`withdrawals.signal.${mark}`)).join(', ') || null,
    [t('withdrawals.changed.parts')]:
      of.parts.length === 0
        ? null
        : displayAmount(sumCents(of.parts.map(({ amountCents }) => wire(amountCents))), language),
    [t('withdrawals.changed.blocked')]: of.isBlocked
      ? t('withdrawals.changed.yes')
      : t('withdrawals.changed.no'),
  });
  const [old, now] = [shown(before), shown(after)];
  return Object.keys(now)
    .filter((name) => old[name] !== now[name])
    .map((name) => ({ name, before: old[name] ?? null, after: now[name] ?? null }));
}
