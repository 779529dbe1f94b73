import {
  disablePartnerEndpoint,
  enablePartnerEndpoint,
  pausePartnerEndpoint,
  resumePartnerEndpoint,
  revokeOlderSecrets,
} from '@vezne/contract/console/partner-endpoints';
import type { PartnerEndpoint } from '@vezne/contract/console/partner-endpoints';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { isOnOneMachine } from './one-machine.ts';
import styles from './partners.module.css';
import { PARTNERS_KEY } from './use-partners.ts';

export type EndpointAct = 'pause' | 'resume' | 'disable' | 'enable' | 'revoke_older';

const ROUTES = {
  pause: pausePartnerEndpoint,
  resume: resumePartnerEndpoint,
  disable: disablePartnerEndpoint,
  enable: enablePartnerEndpoint,
  revoke_older: revokeOlderSecrets,
} as const;

/** Pauses, resumes, disables or enables an endpoint, or ends its older secrets. Only enabling opens something, and takes two. */
export function EndpointStateDialog({
  endpoint,
  act,
  isDevelopment,
  onClose,
}: {
  endpoint: PartnerEndpoint;
  act: EndpointAct;
  isDevelopment: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ChangeDialog
      title={t(`partners.endpoints.questions.${act}`)}
      consequence={t(`partners.endpoints.consequences.${act}`)}
      act={t(`partners.endpoints.acts.${act}`)}
      done={t('partners.endpoints.saved')}
      queryKey={PARTNERS_KEY}
      takesTwo={act === 'enable' && !isOnOneMachine(endpoint.address, isDevelopment)}
      isRisky={act === 'disable'}
      send={async (press) => await api(ROUTES[act], { params: { id: endpoint.id }, body: { ...press } })}
      onClose={onClose}
    >
      <p className={styles.address}>{endpoint.address}</p>
    </ChangeDialog>
  );
}
