import type { BankAccountDetail } from '@vezne/contract/console/bank-accounts';
import { displayAmount } from '@vezne/domain/written';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Copy } from '../../../shared/ui/identifiers.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { Box, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Figures } from '../administration/subject-page.tsx';
import { wire } from '../desk/wire.ts';
import { useSignedIn } from '../session/session.ts';
import { writtenIban } from './account-words.ts';
import styles from './bank-accounts.module.css';
import { UseLine } from './cap-meter.tsx';
import { SetDialog } from './set-dialog.tsx';
import type { SettableField } from './set-dialog.tsx';

/** What it holds, what is set aside, and what it can pay. */
export function AccountFigures({ account }: { account: BankAccountDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { balanceCents, authorisedCents, unallocatedCents, toleranceCents } = account;
  return (
    <Figures
      figures={[
        {
          name: t('bank_accounts.balance'),
          value: <Money amountCents={wire(balanceCents)} />,
          below: t('bank_accounts.balance_text'),
        },
        {
          name: t('bank_accounts.authorised'),
          value: <Money amountCents={wire(authorisedCents)} />,
          below: t('bank_accounts.authorised_text'),
        },
        {
          name: t('bank_accounts.payable'),
          value: <Money amountCents={wire(balanceCents - authorisedCents)} />,
          below: t('bank_accounts.tolerance_of', { amount: displayAmount(wire(toleranceCents), language) }),
        },
        {
          name: t('bank_accounts.unallocated'),
          value: <Money amountCents={wire(unallocatedCents)} />,
          below: t('bank_accounts.unallocated_text'),
        },
      ]}
    />
  );
}

/** Today's use against the cap. */
export function TodayBox({ account }: { account: BankAccountDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { openDeposits, openDepositsCents, assignedToday } = account;
  return (
    <Box title={t('bank_accounts.today')}>
      <Stack gap={12}>
        <UseLine use={account} />
        <Facts
          facts={[
            [
              t('bank_accounts.open_deposits'),
              t('bank_accounts.open_deposits_are', {
                count: openDeposits,
                amount: displayAmount(wire(openDepositsCents), language),
              }),
            ],
            [t('bank_accounts.assigned_today'), t('bank_accounts.assigned_count', { count: assignedToday })],
          ]}
        />
      </Stack>
    </Box>
  );
}

/** Its cap and its tolerance, with a way to change each. */
export function LimitsBox({ account }: { account: BankAccountDetail }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [open, setOpen] = useState<SettableField | null>(null);
  const mayAsk = permissions.includes('ask_change');
  const change = (field: SettableField) =>
    mayAsk && (
      <Button
        size="small"
        icon="edit"
        aria-label={t('bank_accounts.change_of', { field: t(`bank_accounts.fields.${field}`) })}
        onClick={() => setOpen(field)}
      >
        {t('bank_accounts.change')}
      </Button>
    );
  const { dailyCapCents, toleranceCents } = account;
  return (
    <Box title={t('bank_accounts.limits')}>
      <Stack gap={12}>
        <Facts
          facts={[
            [
              t('bank_accounts.fields.daily_cap'),
              <Value key="cap" change={change('daily_cap')}>
                {dailyCapCents === null ? (
                  t('bank_accounts.no_cap')
                ) : (
                  <Money amountCents={wire(dailyCapCents)} />
                )}
              </Value>,
            ],
            [
              t('bank_accounts.fields.tolerance'),
              <Value key="tolerance" change={change('tolerance')}>
                <Money amountCents={wire(toleranceCents)} />
              </Value>,
            ],
          ]}
        />
        {!mayAsk && <Quiet>{t('administration.may_not')}</Quiet>}
      </Stack>
      {open !== null && <SetDialog key={open} account={account} field={open} onClose={() => setOpen(null)} />}
    </Box>
  );
}

function Value({ change, children }: { change: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.value}>
      <span>{children}</span>
      {change}
    </span>
  );
}

/** Whose it is, and who opened it. */
export function AboutBox({ account }: { account: BankAccountDetail }) {
  const { t } = useTranslation();
  const { bankName, holderName, iban, openedBy, createdAt } = account;
  const isWhole = !iban.includes('*');
  return (
    <Box title={t('bank_accounts.account')}>
      <Facts
        facts={[
          [t('bank_accounts.bank_name'), bankName],
          [t('bank_accounts.holder'), holderName],
          [
            t('bank_accounts.iban'),
            <span key="iban">
              {writtenIban(iban)} {isWhole && <Copy text={iban} label={t('bank_accounts.copy_iban')} />}
            </span>,
          ],
          [
            t('bank_accounts.opened_by'),
            <span key="opened">
              {openedBy !== null && (
                <>
                  {t('bank_accounts.opened_by_two', {
                    first: openedBy.askedBy,
                    second: openedBy.confirmedBy,
                  })}{' '}
                  ·{' '}
                </>
              )}
              <Time at={new Date(createdAt)} only="moment" />
            </span>,
          ],
        ]}
      />
    </Box>
  );
}
