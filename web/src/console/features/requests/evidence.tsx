/** What a request is about, as it is now. */
import type { RequestDetail, RequestTransaction } from '@vezne/contract/console/requests';
import { cents } from '@vezne/domain/money';
import { displayCode, displaySignedAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge, StateBadge } from '../../../shared/ui/badge.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Copy } from '../../../shared/ui/identifiers.tsx';
import styles from './requests.module.css';
import { useRequestWords } from './words.ts';

export function TransactionNow({
  transaction,
  outcome,
}: {
  transaction: RequestTransaction;
  outcome: RequestDetail['outcome'];
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { money } = useRequestWords();
  const { type, customer, partner, payee, bankAccount, takenBy, warnings, actualAmountCents } = transaction;
  const { referenceCode, senderName, receipts } = transaction;
  const shown = outcome ?? transaction;
  return (
    <div className={styles.pair}>
      <section className={styles.box}>
        <h3>{t(`requests.now_${type}`)}</h3>
        <div className={styles.inside}>
          <Facts
            facts={[
              [
                t('requests.state'),
                <StateBadge key="state" state={transaction.stage ?? transaction.status} />,
              ],
              ...(referenceCode === null
                ? []
                : ([[t('requests.code'), <CodeWithCopy key="code" code={referenceCode} />]] as const)),
              [t('requests.player'), `${customer.fullName} · ${customer.username}`],
              ...(senderName === null ? [] : ([[t('requests.sender'), senderName]] as const)),
              [t('requests.partner'), partner.name],
              ...(payee === null
                ? []
                : ([
                    [t('requests.payee'), `${payee.holderName} · ${payee.bankName}`],
                    [t('requests.iban'), payee.iban],
                  ] as const)),
              ...(bankAccount === null ? [] : ([[t('requests.account'), bankAccount]] as const)),
              ...(takenBy === null ? [] : ([[t('requests.taken_by'), takenBy]] as const)),
            ]}
          />
          {warnings.map((warning) => (
            <Badge key={warning} tone="waiting" icon="warning">
              {t(`requests.warnings.${warning}`)}
            </Badge>
          ))}
          <p>
            {type === 'deposit' ? (
              <Link to={`/deposits/${transaction.id}`}>
                {receipts === 0
                  ? t('requests.open_deposit')
                  : t('requests.open_deposit_receipts', { count: receipts })}
              </Link>
            ) : (
              <Link to={`/withdrawals/${transaction.id}`}>{t('requests.open_payout')}</Link>
            )}
          </p>
        </div>
      </section>
      <section className={styles.box}>
        <h3>{t('requests.money')}</h3>
        <div className={styles.inside}>
          <Facts
            areFigures
            facts={[
              [t('requests.asked_amount'), money(transaction.amountCents)],
              ...(type === 'deposit' && (shown.actualAmountCents ?? actualAmountCents) !== null
                ? ([
                    [t('requests.arrived'), money(shown.actualAmountCents ?? actualAmountCents ?? 0)],
                  ] as const)
                : []),
              [t('requests.commission'), money(shown.commissionCents)],
              [
                shown.balanceImpactCents < 0 ? t('requests.from_balance') : t('requests.to_balance'),
                displaySignedAmount(cents(BigInt(shown.balanceImpactCents)), language),
              ],
              [t('requests.to_player'), money(shown.playerAmountCents)],
            ]}
          />
        </div>
      </section>
    </div>
  );
}

function CodeWithCopy({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.code}>
      {displayCode(code)} <Copy text={code} label={t('copy.code')} />
    </span>
  );
}

export function BulkDeposits({ deposits }: { deposits: RequestDetail['bulk'] }) {
  const { t } = useTranslation();
  const { money, refusal } = useRequestWords();
  return (
    <section className={styles.box}>
      <h3>{t('requests.bulk')}</h3>
      <table className={styles.table}>
        <tbody>
          {deposits.map((deposit) => (
            <tr key={deposit.id}>
              <th scope="row">
                <Link to={`/deposits/${deposit.id}`}>
                  {deposit.referenceCode === null ? deposit.id : displayCode(deposit.referenceCode)}
                </Link>
              </th>
              <td>{deposit.customerFullName}</td>
              <td>
                {deposit.partner}
                {deposit.refusal !== null && <p className={styles.quiet}>{refusal(deposit.refusal)}</p>}
              </td>
              <td className={styles.figure}>{money(deposit.amountCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Transfers({ transfers }: { transfers: RequestDetail['transfers'] }) {
  const { t } = useTranslation();
  const words = useRequestWords();
  return (
    <section className={styles.box}>
      <h3>{t('requests.books')}</h3>
      <table className={styles.table}>
        <tbody>
          {transfers.map(({ debit, credit, amountCents }) => (
            <tr key={`${words.book(debit)} ${words.book(credit)} ${amountCents}`}>
              <td>{words.book(debit)}</td>
              <td>→ {words.book(credit)}</td>
              <td className={styles.figure}>{words.money(amountCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
