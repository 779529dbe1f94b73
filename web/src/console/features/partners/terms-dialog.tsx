import { setPartnerTerms } from '@vezne/contract/console/partner-terms';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import type { Terms } from '@vezne/domain/commission';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { nextTurkishMidnight, parseTurkishTime, turkishTime } from '@vezne/domain/turkish-time';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { MomentField } from '../administration/moment-field.tsx';
import { PlainChoice } from '../desk/choices.tsx';
import { TermsFields } from './terms-fields.tsx';
import { readTerms, sentTerms, writtenTerms } from './typed-terms.ts';
import { PARTNERS_KEY } from './use-partners.ts';

/** Asks for a version of one direction's terms. It always takes two: whichever way a commission moves, it moves money. */
export function TermsDialog({
  partner,
  direction,
  inForce,
  hasPlan,
  onClose,
}: {
  partner: PartnerDetail;
  direction: TransactionType;
  inForce: Terms;
  /** Something else is planned: the terms of now, asked for again, end that. */
  hasPlan: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState(writtenTerms(inForce, language));
  const [start, setStart] = useState<'midnight' | 'now' | 'then'>('midnight');
  const [midnight] = useState(() => nextTurkishMidnight(new Date()));
  const [then, setThen] = useState(turkishTime(midnight));
  const terms = readTerms(typed);
  const from = start === 'now' ? 'now' : start === 'midnight' ? midnight : parseTurkishTime(then);
  const isOther =
    terms !== undefined &&
    (hasPlan ||
      terms.basisPoints !== inForce.basisPoints ||
      terms.fixedCents !== inForce.fixedCents ||
      terms.mode !== inForce.mode);
  return (
    <ChangeDialog
      title={t('partners.terms.change_of', { direction: t(`partners.terms.directions.${direction}`) })}
      consequence={t('partners.terms.consequence', { name: partner.name })}
      act={t('partners.save')}
      done={t('partners.saved', { name: partner.name })}
      queryKey={PARTNERS_KEY}
      takesTwo
      isReady={isOther && from !== undefined}
      send={async (press) => {
        if (terms === undefined || from === undefined)
          throw new Error('The button is off until both are there.');
        return await api(setPartnerTerms, {
          params: { id: partner.id },
          body: {
            ...press,
            direction,
            terms: sentTerms(terms),
            from: from === 'now' ? from : from.toISOString(),
          },
        });
      }}
      onClose={onClose}
    >
      <TermsFields typed={typed} onTyped={setTyped} hasFocus />
      <PlainChoice
        name="terms-from"
        label={t('partners.terms.from')}
        options={[
          ['midnight', t('partners.terms.from_midnight')],
          ['now', t('partners.terms.from_now')],
          ['then', t('partners.terms.from_then')],
        ]}
        value={start}
        onChange={setStart}
      />
      {start === 'then' && (
        <MomentField
          label={t('partners.terms.from_moment')}
          help={t('partners.terms.from_moment_help')}
          value={then}
          onValue={setThen}
          problem={from === undefined ? t('partners.terms.from_wrong') : undefined}
        />
      )}
    </ChangeDialog>
  );
}
