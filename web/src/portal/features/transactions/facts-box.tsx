import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Copy, Iban, Identifier } from '../../../shared/ui/identifiers.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import styles from './transactions.module.css';
import type { WholeTransaction } from './use-transactions.ts';

export function FactsBox({ whole: { transaction, lateMoney } }: { whole: WholeTransaction }) {
  const { t } = useTranslation();
  const { customer, payout, reasonCode, originalId, status } = transaction;
  const facts: [string, ReactNode][] = [
    [
      t('transactions.reference'),
      <span key="reference" className={styles.copyLine}>
        {transaction.externalReference}{' '}
        <Copy text={transaction.externalReference} label={t('transactions.copy_reference')} />
      </span>,
    ],
    [t('transactions.id'), <Identifier key="id" id={transaction.transactionId} />],
    [t('transactions.player'), `${customer.fullName} · ${customer.username} · ${customer.id}`],
  ];
  if (payout !== null)
    facts.push([
      t('transactions.paid_to'),
      <span key="payout">
        {payout.holderName} · {payout.bankName}
        <br />
        <Iban iban={payout.iban} />
      </span>,
    ]);
  facts.push([t('transactions.opened'), <Time key="opened" at={new Date(transaction.createdAt)} />]);
  if (status === 'waiting_payment' && transaction.expiresAt !== null)
    facts.push([
      t('transactions.expires'),
      <Time key="expires" at={new Date(transaction.expiresAt)} only="moment" />,
    ]);
  if (transaction.decidedAt !== null)
    facts.push([t('transactions.decided'), <Time key="decided" at={new Date(transaction.decidedAt)} />]);
  if (reasonCode !== null) facts.push([t('transactions.reason'), t(`transactions.reasons.${reasonCode}`)]);
  if (originalId !== null)
    facts.push([
      t('transactions.original'),
      <Link key="original" to={`/transactions/${originalId}`}>
        {t('transactions.open_original')}
      </Link>,
    ]);
  if (lateMoney.length > 0)
    facts.push([
      t('transactions.late'),
      <span key="late" className={styles.late}>
        {lateMoney.map((late) => (
          <Link key={late.id} to={`/transactions/${late.id}`}>
            <Money amountCents={wireMoney(late.amountCents)} /> · {t(`states.${late.status}`)}
          </Link>
        ))}
      </span>,
    ]);
  return (
    <Box title={t('transactions.facts')} span={5}>
      <Facts facts={facts} />
    </Box>
  );
}
