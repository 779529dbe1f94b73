import type { FreezePlan } from '@vezne/contract/console/bank-accounts';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Quiet } from '../../../shared/ui/page.tsx';
import { wire } from '../desk/wire.ts';
import { nameOfAccount } from './account-words.ts';
import styles from './bank-accounts.module.css';

/** What a freeze would do now: how many deposits go where, and which payouts stop or may have left. */
export function FreezePlanShown({ plan }: { plan: FreezePlan }) {
  const { t } = useTranslation();
  const { deposits, targets, payoutsReleased } = plan;
  return (
    <>
      {deposits === 0 && <p>{t('bank_accounts.none_move')}</p>}
      {deposits > 0 && targets.length === 0 && (
        <Note tone="rejected" title={t('bank_accounts.none_takes', { count: deposits })} icon="warning">
          {t('bank_accounts.none_takes_text')}
        </Note>
      )}
      {deposits > 0 && targets.length > 0 && <Targets plan={plan} />}
      <Authorised payouts={plan.payoutsAuthorised} />
      {payoutsReleased > 0 && <p>{t('bank_accounts.payouts_released', { count: payoutsReleased })}</p>}
    </>
  );
}

function Targets({ plan: { deposits, targets } }: { plan: FreezePlan }) {
  const { t } = useTranslation();
  return (
    <div>
      <p className={styles.caption}>{t('bank_accounts.deposits_move', { count: deposits })}</p>
      <div className={styles.boxed}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('bank_accounts.new_account')}</th>
              <th scope="col" className={styles.number}>
                {t('bank_accounts.deposits')}
              </th>
              <th scope="col" className={styles.number}>
                {t('bank_accounts.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {targets
              .filter((target) => target.deposits > 0)
              .map((target) => (
                <tr key={target.id}>
                  <td>{nameOfAccount(target)}</td>
                  <td className={styles.number}>
                    <b>{target.deposits}</b>
                  </td>
                  <td className={styles.number}>
                    <Money amountCents={wire(target.cents)} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <div style={{ marginTop: 8 }}>
        <Quiet isTiny>{t('bank_accounts.move_help')}</Quiet>
      </div>
    </div>
  );
}

/** Money that may be on its way: somebody asks whoever has it. */
function Authorised({ payouts }: { payouts: FreezePlan['payoutsAuthorised'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (payouts.length === 0) return null;
  const sum = payouts.reduce((all, { cents }) => all + cents, 0);
  return (
    <Note
      tone="waiting"
      title={t('bank_accounts.on_its_way', { amount: displayAmount(wire(sum), language) })}
    >
      {payouts.map(({ id, customerName, cents, inHandsOf, isCopied }) => {
        const words = {
          customer: customerName,
          amount: displayAmount(wire(cents), language),
          person: inHandsOf,
        };
        return (
          <p key={id}>
            {isCopied
              ? t('bank_accounts.authorised_copied', words)
              : t('bank_accounts.authorised_uncopied', words)}{' '}
            <Link to={`/withdrawals/${id}`}>{t('bank_accounts.open_payout')}</Link>
          </p>
        );
      })}
    </Note>
  );
}
