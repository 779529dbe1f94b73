import { setPartner } from '@vezne/contract/console/partners';
import type { PartnerDetail, PartnerSettings } from '@vezne/contract/console/partners';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { TextAreaField } from '../../../shared/ui/text-area-field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { PARTNERS_KEY } from './use-partners.ts';

/** What the payment page says about refunds, in both of its languages or in none. */
export function RefundNoteDialog({
  partner,
  note,
  onClose,
}: {
  partner: PartnerDetail;
  note: PartnerSettings['refundNote'];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [tr, setTr] = useState(note?.tr ?? '');
  const [en, setEn] = useState(note?.en ?? '');
  const [turkish, english] = [tr.trim(), en.trim()];
  const areBoth = (turkish === '') === (english === '');
  const wanted = turkish === '' ? null : { tr: turkish, en: english };
  const isOther = wanted?.tr !== note?.tr || wanted?.en !== note?.en;
  return (
    <ChangeDialog
      title={t('partners.change_of', { field: t('partners.fields.refund_note') })}
      consequence={t('partners.consequence.refund_note')}
      act={t('partners.save')}
      done={t('partners.saved', { name: partner.name })}
      queryKey={PARTNERS_KEY}
      takesTwo={false}
      isReady={areBoth && isOther}
      send={async (press) =>
        await api(setPartner, { params: { id: partner.id }, body: { ...press, refundNote: wanted } })
      }
      onClose={onClose}
    >
      <TextAreaField
        label={t('partners.refund.turkish')}
        help={t('partners.refund.help')}
        value={tr}
        onText={setTr}
        hasFocus
      />
      <TextAreaField
        label={t('partners.refund.english')}
        problem={areBoth ? undefined : t('partners.refund.both')}
        value={en}
        onText={setEn}
      />
    </ChangeDialog>
  );
}
