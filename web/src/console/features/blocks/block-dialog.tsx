import { addBlock } from '@vezne/contract/console/blocks';
import type { BlockRow } from '@vezne/contract/console/blocks';
import { normalizeIban } from '@vezne/domain/iban';
import { displayTime } from '@vezne/domain/written';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { Quiet, Stack } from '../../../shared/ui/page.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { PlainChoice } from '../desk/choices.tsx';
import { usePartners } from '../partners/use-partners.ts';
import { BLOCKS_KEY } from './use-blocks.ts';

type Kind = BlockRow['kind'];

const DAY_MS = 86_400_000;
const LENGTH_DAYS = { forever: null, day: 1, week: 7, month: 30 } as const;
type Length = keyof typeof LENGTH_DAYS;
const LENGTHS = Object.keys(LENGTH_DAYS) as Length[];

/** Blocks a player or an IBAN. One person is enough, and it holds at once. */
export function BlockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const { data } = usePartners();
  const [kind, setKind] = useState<Kind>('player');
  const [partnerId, setPartnerId] = useState<string | null>(null);
  const [customerId, setCustomerId] = useState('');
  const [iban, setIban] = useState('');
  const [reason, setReason] = useState('');
  const [length, setLength] = useState<Length>('forever');
  // Fixed when it is chosen: the same press, sent again, says the same time.
  const [until, setUntil] = useState<string | null>(null);
  const choose = (next: Length): void => {
    const days = LENGTH_DAYS[next];
    setLength(next);
    setUntil(days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString());
  };
  const isIban = normalizeIban(iban.trim()) !== undefined;
  const subject =
    kind === 'iban'
      ? isIban && ({ kind, iban: iban.trim() } as const)
      : partnerId !== null && customerId !== '' && ({ kind, partnerId, customerId } as const);
  return (
    <ChangeDialog
      title={t('blocks.add_question')}
      consequence={t(`blocks.add_consequence.${kind}`)}
      act={t('blocks.add')}
      done={t('blocks.added')}
      queryKey={BLOCKS_KEY}
      takesTwo={false}
      isRisky
      isReady={subject !== false && reason.trim() !== ''}
      send={async (press) => {
        if (subject === false) throw new Error('Nobody is named.');
        return await api(addBlock, { body: { ...press, subject, reason: reason.trim(), until } });
      }}
      onClose={onClose}
    >
      <PlainChoice
        name={`${id}-kind`}
        label={t('blocks.kind_label')}
        options={[
          ['player', t('blocks.kind.player')],
          ['iban', t('blocks.kind.iban')],
        ]}
        value={kind}
        onChange={setKind}
      />
      {kind === 'player' ? (
        <Stack gap={12}>
          <SelectField
            label={t('blocks.partner')}
            none={t('blocks.choose_partner')}
            options={data?.partners.map(({ id: each, name }) => [each, name] as const) ?? []}
            value={partnerId}
            onChange={setPartnerId}
          />
          <TextField
            label={t('blocks.player_id')}
            help={t('blocks.player_help')}
            value={customerId}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setCustomerId(event.currentTarget.value)}
          />
        </Stack>
      ) : (
        <TextField
          label={t('blocks.iban')}
          help={t('blocks.iban_help')}
          problem={iban.trim().length >= 15 && !isIban ? t('blocks.iban_wrong') : undefined}
          value={iban}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setIban(event.currentTarget.value)}
        />
      )}
      <TextField
        label={t('blocks.reason')}
        help={t('blocks.reason_help')}
        value={reason}
        maxLength={1_024}
        autoComplete="off"
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Stack gap={4}>
        <PlainChoice
          name={`${id}-length`}
          label={t('blocks.how_long')}
          options={LENGTHS.map((each) => [each, t(`blocks.lengths.${each}`)])}
          value={length}
          onChange={choose}
        />
        {until !== null && (
          <Quiet>{t('blocks.ends', { time: displayTime(new Date(until), language) })}</Quiet>
        )}
      </Stack>
    </ChangeDialog>
  );
}
