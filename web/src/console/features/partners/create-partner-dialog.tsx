import { createPartner } from '@vezne/contract/console/partner-terms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { TextAreaField } from '../../../shared/ui/text-area-field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { AmountInput } from './amount-input.tsx';
import styles from './partners.module.css';
import { TermsFields } from './terms-fields.tsx';
import { listedEntries } from './typed-settings.ts';
import { readAmountFromZero, readTerms, sentTerms } from './typed-terms.ts';
import type { TypedTerms } from './typed-terms.ts';
import { PARTNERS_KEY } from './use-partners.ts';

const NO_TERMS: TypedTerms = { percent: '', fixed: '0', mode: 'deduct_from_amount' };

/** A new partner with its first terms. Whoever confirms it is shown its first keys, once. */
export function CreatePartnerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [deposit, setDeposit] = useState(NO_TERMS);
  const [withdrawal, setWithdrawal] = useState(NO_TERMS);
  const [creditLine, setCreditLine] = useState('0');
  const [hosts, setHosts] = useState('');
  const [networks, setNetworks] = useState('');
  const [depositTerms, withdrawalTerms] = [readTerms(deposit), readTerms(withdrawal)];
  const creditLineCents = readAmountFromZero(creditLine);
  const isReady =
    name.trim() !== '' &&
    depositTerms !== undefined &&
    withdrawalTerms !== undefined &&
    creditLineCents !== undefined;
  return (
    <ChangeDialog
      title={t('partners.create.title')}
      consequence={t('partners.create.consequence')}
      act={t('partners.create.act')}
      done={t('partners.saved', { name })}
      queryKey={PARTNERS_KEY}
      takesTwo
      width={640}
      isReady={isReady}
      send={async (press) => {
        if (!isReady) throw new Error('The button is off until all is there.');
        return await api(createPartner, {
          body: {
            ...press,
            name: name.trim(),
            deposit: sentTerms(depositTerms),
            withdrawal: sentTerms(withdrawalTerms),
            creditLineCents: Number(creditLineCents),
            redirectHosts: listedEntries(hosts),
            allowedNetworks: listedEntries(networks),
          },
        });
      }}
      onClose={onClose}
    >
      <TextField
        label={t('partners.fields.name')}
        help={t('partners.help.name')}
        value={name}
        maxLength={64}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={styles.group}>
        <legend>{t('partners.terms.directions.deposit')}</legend>
        <TermsFields typed={deposit} onTyped={setDeposit} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('partners.terms.directions.withdrawal')}</legend>
        <TermsFields typed={withdrawal} onTyped={setWithdrawal} />
      </fieldset>
      <AmountInput
        label={t('partners.limits.fields.credit_line_cents')}
        help={t('partners.limits.help.credit')}
        text={creditLine}
        isWrong={creditLineCents === undefined}
        onText={setCreditLine}
      />
      <div className={styles.pair}>
        <TextAreaField
          label={t('partners.fields.redirect_hosts')}
          help={t('partners.typed.redirect_hosts')}
          value={hosts}
          onText={setHosts}
        />
        <TextAreaField
          label={t('partners.fields.allowed_networks')}
          help={t('partners.typed.allowed_networks')}
          value={networks}
          onText={setNetworks}
        />
      </div>
    </ChangeDialog>
  );
}
