import { freezeBankAccount } from '@vezne/contract/console/bank-accounts';
import type { BankAccountDetail, FreezeState } from '@vezne/contract/console/bank-accounts';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogEnds } from '../../../shared/ui/dialog.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useChange } from '../administration/use-change.ts';
import { nameOfAccount } from './account-words.ts';
import { FreezePlanShown } from './freeze-plan.tsx';
import { FreezeProgress } from './freeze-progress.tsx';
import { BANK_ACCOUNTS_KEY, useFreezePlan } from './use-bank-accounts.ts';

const REASON_MAX_LENGTH = 1_024;

/** Says what a freeze moves where, freezes, and then shows how far the worker is. */
export function FreezeDialog({ account, onClose }: { account: BankAccountDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const name = nameOfAccount(account);
  const { freeze } = account;
  const title =
    freeze === null
      ? t('bank_accounts.freeze_question', { name })
      : t('bank_accounts.frozen_title', { name });
  return (
    <Dialog title={title} width={480} isOpen onClose={onClose}>
      {freeze === null ? (
        <Question account={account} title={title} onClose={onClose} />
      ) : (
        <Progress account={account} freeze={freeze} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Progress({
  account,
  freeze,
  onClose,
}: {
  account: BankAccountDetail;
  freeze: FreezeState;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const ends = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => ends.current?.querySelector('button')?.focus(), []);
  return (
    <Stack gap={16}>
      <p>{t('bank_accounts.frozen_text')}</p>
      <FreezeProgress account={account} freeze={freeze} />
      <div ref={ends}>
        <DialogEnds>
          <Button kind="main" onClick={onClose} keyHint="Esc">
            {t('bank_accounts.close')}
          </Button>
        </DialogEnds>
      </div>
    </Stack>
  );
}

function Question({
  account,
  title,
  onClose,
}: {
  account: BankAccountDetail;
  title: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { id } = account;
  const name = nameOfAccount(account);
  const [reason, setReason] = useState('');
  const [isSent, setIsSent] = useState(false);
  const { data: plan, error, refetch } = useFreezePlan(id, { isOn: !isSent });
  // The dialog stays: once the account is read as frozen, the progress stands in its place.
  const { press, isBusy, problem } = useChange({
    queryKey: BANK_ACCOUNTS_KEY,
    onEnd: () => setIsSent(true),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy || isSent) return;
    const written = reason.trim();
    void press({
      what: title,
      done: t('bank_accounts.frozen', { name }),
      send: async ({ pressId }) =>
        await api(freezeBankAccount, {
          params: { id },
          body: { pressId, ...(written !== '' && { note: written }) },
        }),
    });
  };
  const moving = plan !== undefined && plan.targets.length > 0 ? plan.deposits : 0;
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <p>{t('bank_accounts.freeze_consequence')}</p>
        {plan !== undefined && <FreezePlanShown plan={plan} />}
        {plan === undefined && error === null && <SkeletonRows rows={3} />}
        {plan === undefined && error !== null && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
        <TextField
          label={t('bank_accounts.reason')}
          help={t('bank_accounts.reason_help')}
          value={reason}
          maxLength={REASON_MAX_LENGTH}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {problem !== undefined && (
          <Note tone="rejected" isAlert>
            {problem}
          </Note>
        )}
        <DialogEnds>
          <Button onClick={onClose} keyHint="Esc">
            {t('confirm.cancel')}
          </Button>
          <Button kind="risk-full" type="submit" icon="snow" isBusy={isBusy || isSent}>
            {moving > 0 ? t('bank_accounts.freeze_and_move', { count: moving }) : t('bank_accounts.freeze')}
          </Button>
        </DialogEnds>
      </Stack>
    </form>
  );
}
