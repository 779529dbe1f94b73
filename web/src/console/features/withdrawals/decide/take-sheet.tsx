import { useQuery } from '@tanstack/react-query';
import { listPayingAccounts } from '@vezne/contract/console/withdrawals';
import type { PayingAccount } from '@vezne/contract/console/withdrawals';
import { negateCents } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../shared/api/api.ts';
import { codeOf } from '../../../../shared/api/api-error.ts';
import { fieldAmount } from '../../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Sheet } from '../../../../shared/ui/sheet.tsx';
import { Failed, SkeletonRows } from '../../../../shared/ui/void.tsx';
import paneStyles from '../../desk/pane.module.css';
import { shortBank } from '../../desk/short-bank.ts';
import { accountName } from '../../desk/use-accounts.ts';
import { wire } from '../../desk/wire.ts';
import styles from '../withdrawals.module.css';
import type { SheetProps } from './sheet-props.ts';

/** As many as there are keys for. */
const NUMBERED = 9;

/** Which account pays, by number, each with what it holds now and after it. */
export function TakeSheet({ payout, isBusy, onAct, onClose }: SheetProps<string>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ['paying-accounts', payout.id],
    queryFn: async ({ signal }) => await api(listPayingAccounts, { params: { id: payout.id } }, { signal }),
    // Balances of a minute ago would look like those of now.
    gcTime: 0,
    staleTime: 0,
  });
  const accounts = data?.accounts ?? [];
  const able = accounts.filter(({ problem: why }) => why === null);
  // One that holds enough is preset; one that does not is for the person to choose.
  const preset = able.find(({ afterCents }) => afterCents >= 0)?.id ?? null;
  const chosen = able.find(({ id }) => id === (chosenId ?? preset));
  const choose = (id: string): void => {
    setChosenId(id);
    setProblem(undefined);
  };
  const act = (): void => {
    if (data === undefined) return;
    if (able.length === 0) return setProblem(t('withdrawals.no_account'));
    if (chosen === undefined) return setProblem(t('withdrawals.account_gap'));
    onAct(chosen.id);
  };
  return (
    <Sheet
      question={t('withdrawals.account_question')}
      act={
        chosen === undefined
          ? t('withdrawals.take')
          : t('withdrawals.take_from', { account: accountName(chosen) })
      }
      isBusy={isBusy}
      problem={problem}
      onAct={act}
      onClose={onClose}
      keys={able.slice(0, NUMBERED).map((account, index) => ({
        keys: String(index + 1),
        label: accountName(account),
        group: t('withdrawals.keys.group'),
        run: () => choose(account.id),
      }))}
    >
      {error !== null && data === undefined && <Failed code={codeOf(error)} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <SkeletonRows rows={3} height={36} />}
      {data !== undefined && <Accounts accounts={accounts} chosenId={chosen?.id ?? null} onChoose={choose} />}
      {chosen !== undefined && (
        <p className={paneStyles.consequence}>
          {t('withdrawals.take_consequence', {
            amount: displayAmount(wire(payout.playerAmountCents), language),
            account: accountName(chosen),
          })}
        </p>
      )}
    </Sheet>
  );
}

function Accounts({
  accounts,
  chosenId,
  onChoose,
}: {
  accounts: readonly PayingAccount[];
  chosenId: string | null;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = useId();
  const able = accounts.filter(({ problem }) => problem === null);
  const plain = (cents: number): string =>
    cents < 0 ? `−${fieldAmount(negateCents(wire(cents)), language)}` : fieldAmount(wire(cents), language);
  const missing = (cents: number): string => displayAmount(negateCents(wire(cents)), language);
  return (
    <>
      <div className={styles.accounts} role="radiogroup" aria-label={t('withdrawals.account_question')}>
        <p className={styles.accountHead} aria-hidden="true">
          <span>{t('withdrawals.account')}</span>
          <span>{t('withdrawals.balance')}</span>
          <span>{t('withdrawals.authorised_from')}</span>
          <span>{t('withdrawals.after')}</span>
        </p>
        {[...able, ...accounts.filter(({ problem }) => problem !== null)].map((account, index) => {
          const isOff = account.problem !== null;
          return (
            <label
              key={account.id}
              className={classNames(
                styles.accountRow,
                account.id === chosenId && styles.chosenRow,
                isOff && styles.offRow,
              )}
            >
              <input
                type="radio"
                name={name}
                value={account.id}
                checked={account.id === chosenId}
                disabled={isOff}
                onChange={() => onChoose(account.id)}
              />
              <span className={styles.accountName} title={accountName(account)}>
                <kbd aria-hidden="true">{isOff || index >= NUMBERED ? '–' : index + 1}</kbd>
                <span>
                  <b>{shortBank(account.bankName)}</b> {`•${account.ibanLastFour}`}
                </span>
              </span>
              <span>{plain(account.balanceCents)}</span>
              <span>{account.authorisedCents === 0 ? plain(0) : `−${plain(account.authorisedCents)}`}</span>
              <b className={classNames(account.afterCents < 0 && styles.missing)}>
                {plain(account.afterCents)}
              </b>
            </label>
          );
        })}
      </div>
      <ul className={paneStyles.exceptions}>
        {accounts
          .filter(({ problem, afterCents }) => problem !== null || afterCents < 0)
          .map((account) => {
            const values = { account: accountName(account), amount: missing(account.afterCents) };
            return (
              <li key={account.id}>
                <Icon name="info" />
                {account.problem === null
                  ? t('withdrawals.short', values)
                  : t(`withdrawals.cannot_pay.${account.problem}`, values)}
              </li>
            );
          })}
        {able.length === 0 && (
          <li>
            <Icon name="warning" />
            {t('withdrawals.no_account')}
          </li>
        )}
      </ul>
    </>
  );
}
