import { useQueryClient } from '@tanstack/react-query';
import { rotateEndpointSecret } from '@vezne/contract/portal/webhooks';
import type { Endpoint } from '@vezne/contract/portal/webhooks';
import { USUAL_OVERLAP_HOURS } from '@vezne/domain/key-overlap';
import { displayTime } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Note } from '../../../shared/ui/note.tsx';
import { OverlapField, readOverlap } from '../../../shared/ui/overlap-field.tsx';
import { ToldOnceDialog } from '../../../shared/ui/told-once.tsx';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useToldOnce } from '../../parts/use-told-once.ts';
import { WEBHOOKS_KEY } from '../../parts/webhook-health.ts';

/** A new secret, told once. The one before also signs during the overlap. */
export function RotateSecretDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const [hours, setHours] = useState(String(USUAL_OVERLAP_HOURS));
  const { made: secret, make, isBusy, problem, isMaybeMade } = useToldOnce<string>(WEBHOOKS_KEY);
  const overlapHours = readOverlap(hours);
  // As they were when the dialog was opened: the answer to it makes one more.
  const [signing] = useState(endpoint.secrets);
  const newest = signing
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1);
  const newestAt = newest === undefined ? '' : displayTime(new Date(newest), language);
  if (secret !== null)
    return (
      <ToldOnceDialog
        title={t('webhooks.told')}
        text={t('webhooks.told_text')}
        told={{ credentials: null, webhookSecret: secret }}
        onClose={() => {
          void client.invalidateQueries({ queryKey: WEBHOOKS_KEY });
          onClose();
        }}
      />
    );
  return (
    <ActDialog
      title={t('webhooks.rotate_question')}
      act={t('webhooks.rotate')}
      isReady={overlapHours !== undefined && !isMaybeMade}
      isBusy={isBusy}
      problem={isMaybeMade ? t('webhooks.maybe_made') : problem}
      onAct={() =>
        make(t('webhooks.rotate'), async () => {
          const body = { overlapHours: overlapHours ?? USUAL_OVERLAP_HOURS };
          return (await api(rotateEndpointSecret, { params: { id: endpoint.id }, body })).secret;
        })
      }
      onClose={onClose}
    >
      <p>{t('webhooks.rotate_text')}</p>
      {signing.length > 1 && <Note tone="waiting">{t('webhooks.two_live', { at: newestAt })}</Note>}
      <OverlapField help={t('webhooks.overlap_help')} value={hours} onValue={setHours} />
    </ActDialog>
  );
}
