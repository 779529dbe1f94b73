import { Checkbox } from '@mantine/core';
import { setPartner } from '@vezne/contract/console/partners';
import type { PartnerDetail, PartnerSettings } from '@vezne/contract/console/partners';
import { formatIban, normalizeIban } from '@vezne/domain/iban';
import { effectOf } from '@vezne/domain/widening';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { PARTNERS_KEY } from './use-partners.ts';

type Account = PartnerSettings['settlementAccount'];

/** Where the partner's balance is paid to. Another account takes two people; without one nothing can be paid, which one may decide. */
export function SettlementDialog({
  partner,
  account,
  onClose,
}: {
  partner: PartnerDetail;
  account: Account;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [iban, setIban] = useState(account === null ? '' : formatIban(account.iban));
  const [holderName, setHolderName] = useState(account?.holderName ?? '');
  const [isRemoved, setIsRemoved] = useState(false);
  const read = normalizeIban(iban);
  const wanted: Account | undefined = isRemoved
    ? null
    : read === undefined || holderName.trim() === ''
      ? undefined
      : { iban: read, holderName: holderName.trim() };
  const effect =
    wanted === undefined
      ? 'neutral'
      : effectOf('partner', { settlementAccount: account }, { settlementAccount: wanted });
  return (
    <ChangeDialog
      title={t('partners.change_of', { field: t('partners.limits.groups.settlement') })}
      consequence={
        isRemoved
          ? t('partners.settlement.remove_consequence', { name: partner.name })
          : t('partners.settlement.consequence', { name: partner.name })
      }
      act={t('partners.save')}
      done={t('partners.saved', { name: partner.name })}
      queryKey={PARTNERS_KEY}
      takesTwo={effect === 'widens'}
      isReady={effect !== 'neutral'}
      send={async (press) => {
        if (wanted === undefined) throw new Error('The button is off until an account is there.');
        return await api(setPartner, {
          params: { id: partner.id },
          body: { ...press, settlementAccount: wanted },
        });
      }}
      onClose={onClose}
    >
      <TextField
        label={t('partners.settlement.iban')}
        help={t('partners.settlement.iban_help')}
        problem={iban.length > 25 && read === undefined ? t('partners.settlement.iban_wrong') : undefined}
        value={iban}
        maxLength={42}
        autoComplete="off"
        disabled={isRemoved}
        data-autofocus
        onChange={(event) => setIban(event.currentTarget.value)}
      />
      <TextField
        label={t('partners.settlement.holder')}
        value={holderName}
        maxLength={128}
        autoComplete="off"
        disabled={isRemoved}
        onChange={(event) => setHolderName(event.currentTarget.value)}
      />
      {account !== null && (
        <Checkbox
          label={t('partners.settlement.remove')}
          checked={isRemoved}
          onChange={(event) => setIsRemoved(event.currentTarget.checked)}
        />
      )}
    </ChangeDialog>
  );
}
