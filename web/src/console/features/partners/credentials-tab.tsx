import {
  createPartnerCredentials,
  revokePartnerCredential,
  rotatePartnerCredentials,
} from '@vezne/contract/console/partner-credentials';
import type { PartnerCredential } from '@vezne/contract/console/partner-credentials';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Identifier } from '../../../shared/ui/identifiers.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { useSignedIn } from '../session/session.ts';
import { OverlapField, readOverlap } from '../../../shared/ui/overlap-field.tsx';
import styles from './partners.module.css';
import { PARTNERS_KEY, usePartnerCredentials } from './use-partners.ts';

type Open = { kind: 'create' | 'rotate' } | { kind: 'revoke'; credential: PartnerCredential };

/** What the partner signs with. Secrets are never here: whoever confirms a new triple is shown it once. */
export function CredentialsTab({ partner }: { partner: PartnerDetail }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const { data, error, refetch } = usePartnerCredentials(partner.id);
  const [open, setOpen] = useState<Open | null>(null);
  const mayAsk = permissions.includes('ask_change');
  const credentials = data?.credentials ?? [];
  const live = credentials.filter(({ isLive }) => isLive).length;
  const close = (): void => setOpen(null);
  return (
    <Box
      title={t('partners.credentials.title')}
      isFlush
      aside={
        mayAsk ? (
          <>
            <Button size="small" icon="plus" onClick={() => setOpen({ kind: 'create' })}>
              {t('partners.credentials.create')}
            </Button>
            <Button size="small" icon="redo" onClick={() => setOpen({ kind: 'rotate' })}>
              {t('partners.credentials.rotate')}
            </Button>
          </>
        ) : undefined
      }
    >
      {data === undefined && error === null && <SkeletonRows rows={3} />}
      {data === undefined && error !== null && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && credentials.length === 0 && (
        <Empty icon="key" title={t('partners.credentials.nothing')}>
          {t('partners.credentials.nothing_text')}
        </Empty>
      )}
      {credentials.length > 0 && (
        <div className={styles.scroll}>
          <table className={classNames(styles.table, styles.cards)}>
            <thead>
              <tr>
                <th scope="col">{t('partners.credentials.key')}</th>
                <th scope="col">{t('partners.credentials.made')}</th>
                <th scope="col">{t('partners.state')}</th>
                <td aria-label={t('partners.credentials.revoke')} />
              </tr>
            </thead>
            <tbody>
              {credentials.map((credential) => (
                <tr key={credential.id}>
                  <th scope="row">
                    <Identifier id={credential.apiKey} />
                  </th>
                  <td className={styles.quiet}>
                    <Time at={new Date(credential.createdAt)} only="moment" /> · {credential.createdBy}
                  </td>
                  <td>
                    <CredentialBadge credential={credential} />
                  </td>
                  <td className={styles.act}>
                    {mayAsk && credential.isLive && (
                      <Button
                        size="small"
                        kind="risk"
                        aria-label={t('partners.credentials.revoke_of', { key: credential.apiKey })}
                        onClick={() => setOpen({ kind: 'revoke', credential })}
                      >
                        {t('partners.credentials.revoke')}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.foot}>
        {t('partners.credentials.once')} {!mayAsk && t('administration.may_not')}
      </p>
      {open?.kind === 'create' && <CreateDialog partner={partner} onClose={close} />}
      {open?.kind === 'rotate' && <RotateDialog partner={partner} onClose={close} />}
      {open?.kind === 'revoke' && (
        <RevokeDialog
          partner={partner}
          credential={open.credential}
          othersLive={Math.max(live - 1, 0)}
          onClose={close}
        />
      )}
    </Box>
  );
}

function CredentialBadge({ credential }: { credential: PartnerCredential }) {
  const { t } = useTranslation();
  const { isLive, revokedAt, expiresAt } = credential;
  if (isLive && expiresAt === null)
    return (
      <Badge tone="approved" icon="check-ring">
        {t('partners.credentials.states.live')}
      </Badge>
    );
  if (isLive)
    return (
      <>
        <Badge tone="waiting" icon="clock">
          {t('partners.credentials.states.ending')}
        </Badge>{' '}
        <Time at={new Date(expiresAt ?? '')} only="moment" />
      </>
    );
  return (
    <Badge tone="quiet" icon="ban">
      {revokedAt === null
        ? t('partners.credentials.states.expired')
        : t('partners.credentials.states.revoked')}
    </Badge>
  );
}

function CreateDialog({ partner, onClose }: { partner: PartnerDetail; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ChangeDialog
      title={t('partners.credentials.create_question', { name: partner.name })}
      consequence={t('partners.credentials.create_consequence')}
      act={t('partners.credentials.create')}
      done={t('partners.saved', { name: partner.name })}
      queryKey={PARTNERS_KEY}
      takesTwo
      send={async (press) =>
        await api(createPartnerCredentials, { params: { id: partner.id }, body: { ...press } })
      }
      onClose={onClose}
    />
  );
}

function RotateDialog({ partner, onClose }: { partner: PartnerDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const [hours, setHours] = useState('72');
  const overlapHours = readOverlap(hours);
  return (
    <ChangeDialog
      title={t('partners.credentials.rotate_question', { name: partner.name })}
      consequence={t('partners.credentials.rotate_consequence')}
      act={t('partners.credentials.rotate')}
      done={t('partners.saved', { name: partner.name })}
      queryKey={PARTNERS_KEY}
      takesTwo
      isReady={overlapHours !== undefined}
      send={async (press) =>
        await api(rotatePartnerCredentials, {
          params: { id: partner.id },
          body: { ...press, overlapHours: overlapHours ?? 0 },
        })
      }
      onClose={onClose}
    >
      <OverlapField help={t('partners.overlap_help')} value={hours} onValue={setHours} />
    </ChangeDialog>
  );
}

/** Says what stops: with the last one, everything that the partner sends. */
function RevokeDialog({
  partner,
  credential,
  othersLive,
  onClose,
}: {
  partner: PartnerDetail;
  credential: PartnerCredential;
  othersLive: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ChangeDialog
      title={t('partners.credentials.revoke_question')}
      consequence={
        othersLive === 0
          ? t('partners.credentials.revoke_last', { name: partner.name })
          : t('partners.credentials.revoke_consequence', { count: othersLive })
      }
      act={t('partners.credentials.revoke')}
      done={t('partners.credentials.revoked')}
      queryKey={PARTNERS_KEY}
      takesTwo={false}
      isRisky
      send={async (press) =>
        await api(revokePartnerCredential, {
          params: { id: partner.id },
          body: { ...press, apiKey: credential.apiKey },
        })
      }
      onClose={onClose}
    >
      <p className={styles.address}>{credential.apiKey}</p>
    </ChangeDialog>
  );
}
