import { setPartner } from '@vezne/contract/console/partners';
import type { PartnerDetail, PartnerSettings } from '@vezne/contract/console/partners';
import { effectOf } from '@vezne/domain/widening';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { TextAreaField } from '../../../shared/ui/text-area-field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { FIELD_TEXTS, readSetting, writtenSetting } from './typed-settings.ts';
import type { Settable } from './typed-settings.ts';
import { PARTNERS_KEY } from './use-partners.ts';

export type SettableField = keyof Settable;

/** Changes one setting. What widens waits for a second person, and the dialog says so before anybody presses. */
export function SetPartnerDialog({
  partner,
  settings,
  field,
  onClose,
}: {
  partner: PartnerDetail;
  settings: PartnerSettings;
  field: SettableField;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const before: Settable = { name: partner.name, ...settings };
  const first = writtenSetting(before, field);
  const [text, setText] = useState(first);
  const wanted = readSetting(field, text);
  const takesTwo = wanted !== undefined && effectOf('partner', before, { ...before, ...wanted }) === 'widens';
  const isList = field === 'redirectHosts' || field === 'allowedNetworks';
  const word = FIELD_TEXTS[field];
  const label = t(`partners.fields.${word}`);
  return (
    <ChangeDialog
      title={t('partners.change_of', { field: label })}
      consequence={t(`partners.consequence.${word}`, { name: partner.name })}
      act={t('partners.save')}
      done={t('partners.saved', { name: partner.name })}
      queryKey={PARTNERS_KEY}
      takesTwo={takesTwo}
      isReady={wanted !== undefined && text.trim() !== first}
      send={async (press) =>
        await api(setPartner, { params: { id: partner.id }, body: { ...press, ...wanted } })
      }
      onClose={onClose}
    >
      {isList ? (
        <TextAreaField
          label={label}
          help={t(`partners.typed.${word}`)}
          value={text}
          onText={setText}
          hasFocus
        />
      ) : (
        <TextField
          label={label}
          help={t(`partners.typed.${word}`)}
          value={text}
          autoComplete="off"
          inputMode={field === 'requestsPerSecond' ? 'numeric' : 'text'}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </ChangeDialog>
  );
}
