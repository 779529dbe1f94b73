import type { BankAccountDetail, FreezeState } from '@vezne/contract/console/bank-accounts';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { nameOfAccount } from './account-words.ts';
import styles from './bank-accounts.module.css';
import { isBeingCleared } from './use-bank-accounts.ts';

type Stage = 'beginning' | 'moving' | 'settling' | 'no_worker' | 'no_account' | 'done';

function stageOf({ settledAt, worker, hasOtherAccount }: FreezeState, left: number): Stage {
  if (worker !== 'at_work') return worker === 'awaited' ? 'beginning' : 'no_worker';
  if (left > 0) return hasOtherAccount ? 'moving' : 'no_account';
  return settledAt === null ? 'settling' : 'done';
}

/** How far the worker is with the deposits of a frozen account, and where they went. */
export function FreezeProgress({ account, freeze }: { account: BankAccountDetail; freeze: FreezeState }) {
  const { t } = useTranslation();
  const { openDeposits: left } = account;
  const { depositsMoved: moved, movedTo } = freeze;
  const all = moved + left;
  const part = all > 0 ? moved / all : isBeingCleared(account) ? 0 : 1;
  const stage = stageOf(freeze, left);
  const isWarning = stage === 'no_worker' || stage === 'no_account';
  const text = t(`bank_accounts.freeze_stages.${stage}`, { count: left });
  return (
    <Stack gap={12}>
      <div className={styles.figure}>
        <div className={styles.figureHead}>
          <b>
            {all === 0 ? t('bank_accounts.none_move') : t('bank_accounts.moved_of', { moved, count: all })}
          </b>
          {!isWarning && (
            <span className={styles.quiet} role="status">
              {text}
            </span>
          )}
        </div>
        <span
          className={styles.meter}
          role="progressbar"
          aria-label={t('bank_accounts.freeze_progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(part * 100)}
        >
          <i style={{ width: `${part * 100}%` }} />
        </span>
      </div>
      {isWarning && (
        <Note tone="rejected" icon="warning" isAlert>
          {text}
        </Note>
      )}
      {movedTo.length > 0 && (
        <div className={styles.boxed}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('bank_accounts.new_account')}</th>
                <th scope="col" className={styles.number}>
                  {t('bank_accounts.deposits')}
                </th>
              </tr>
            </thead>
            <tbody>
              {movedTo.map((target) => (
                <tr key={target.id}>
                  <td>{nameOfAccount(target)}</td>
                  <td className={styles.number}>
                    <b>{target.deposits}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  );
}
