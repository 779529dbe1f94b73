import { useQueryClient } from '@tanstack/react-query';
import { createCredentials, revokeCredential, rotateCredentials } from '@vezne/contract/portal/credentials';
import type { CredentialTriple, PartnerKey } from '@vezne/contract/portal/credentials';
import { USUAL_OVERLAP_HOURS } from '@vezne/domain/key-overlap';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { ConfirmAct } from '../../../shared/session/confirm-act.tsx';
import { OverlapField, readOverlap } from '../../../shared/ui/overlap-field.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { ToldOnceDialog } from '../../../shared/ui/told-once.tsx';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { useToldOnce } from '../../parts/use-told-once.ts';
import { SnippetTabs } from './snippets.tsx';
import { KEYS_KEY } from './use-keys.ts';

interface Opened {
  apiUrl: string | null;
  onClose: () => void;
}

/** Another triple beside the others. */
export function CreateDialog({ apiUrl, onClose }: Opened) {
  const { t } = useTranslation();
  const { made, make, isBusy, problem, isMaybeMade } = useToldOnce<CredentialTriple>(KEYS_KEY);
  if (made !== null) return <Told credentials={made} apiUrl={apiUrl} onClose={onClose} />;
  return (
    <ActDialog
      title={t('credentials.create_question')}
      act={t('credentials.create')}
      isReady={!isMaybeMade}
      isBusy={isBusy}
      problem={isMaybeMade ? t('credentials.maybe_made') : problem}
      onAct={() =>
        make(t('credentials.create'), async () => (await api(createCredentials, { body: {} })).credentials)
      }
      onClose={onClose}
    >
      <p>{t('credentials.create_text')}</p>
    </ActDialog>
  );
}

/** A new triple in the place of the others, which go on for a while. */
export function RotateDialog({ apiUrl, onClose }: Opened) {
  const { t } = useTranslation();
  const [hours, setHours] = useState(String(USUAL_OVERLAP_HOURS));
  const { made, make, isBusy, problem, isMaybeMade } = useToldOnce<CredentialTriple>(KEYS_KEY);
  const overlapHours = readOverlap(hours);
  if (made !== null) return <Told credentials={made} apiUrl={apiUrl} onClose={onClose} />;
  return (
    <ActDialog
      title={t('credentials.rotate_question')}
      act={t('credentials.rotate')}
      isReady={overlapHours !== undefined && !isMaybeMade}
      isBusy={isBusy}
      problem={isMaybeMade ? t('credentials.maybe_made') : problem}
      onAct={() =>
        make(t('credentials.rotate'), async () => {
          const body = { overlapHours: overlapHours ?? USUAL_OVERLAP_HOURS };
          return (await api(rotateCredentials, { body })).credentials;
        })
      }
      onClose={onClose}
    >
      <p>{t('credentials.rotate_text')}</p>
      <OverlapField help={t('credentials.overlap_help')} value={hours} onValue={setHours} />
    </ActDialog>
  );
}

/** The triple, this once. The list is read again when the window is closed: behind it nothing moves. */
function Told({ credentials, apiUrl, onClose }: Opened & { credentials: CredentialTriple }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ToldOnceDialog
      title={t('credentials.told')}
      text={t('credentials.told_text')}
      told={{ credentials, webhookSecret: null }}
      onClose={() => {
        void client.invalidateQueries({ queryKey: KEYS_KEY });
        onClose();
      }}
    >
      <SnippetTabs apiUrl={apiUrl} credentials={credentials} isInDialog />
    </ToldOnceDialog>
  );
}

/** Says what stops: with the last one, everything that the partner sends. */
export function RevokeDialog({
  credential: { id, apiKey },
  othersLive,
  onClose,
}: {
  credential: PartnerKey;
  othersLive: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmAct
      question={t('credentials.revoke_question')}
      consequence={
        othersLive > 0
          ? t('credentials.revoke_text', { key: apiKey })
          : t('credentials.revoke_last', { key: apiKey })
      }
      act={t('credentials.revoke')}
      what={t('credentials.revoke_of', { key: apiKey })}
      onConfirm={async () => {
        await api(revokeCredential, { params: { id } });
        await client.invalidateQueries({ queryKey: KEYS_KEY });
        toast({ text: t('credentials.revoked_toast'), icon: 'check' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
