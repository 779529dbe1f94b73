import type { PartnerKey } from '@vezne/contract/portal/credentials';
import { useTranslation } from 'react-i18next';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Identifier } from '../../../shared/ui/identifiers.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { CardTable } from '../../parts/card-table.tsx';
import styles from './credentials.module.css';

/** Keys without their secrets: when each was used last, how long it still works, and its end. */
export function KeysTable({
  credentials,
  onRevoke,
}: {
  credentials: readonly PartnerKey[];
  onRevoke: (credential: PartnerKey) => void;
}) {
  const { t } = useTranslation();
  const used = ({ lastUsedAt }: PartnerKey) =>
    lastUsedAt === null ? t('credentials.never_used') : <Time at={new Date(lastUsedAt)} only="ago" />;
  const revoke = (credential: PartnerKey) =>
    credential.isLive ? (
      <Button
        kind="risk"
        size="small"
        aria-label={t('credentials.revoke_of', { key: credential.apiKey })}
        onClick={() => onRevoke(credential)}
      >
        {t('credentials.revoke')}
      </Button>
    ) : undefined;
  return (
    <CardTable
      label={t('credentials.keys')}
      rows={credentials}
      keyOf={({ id }) => id}
      columns={[
        { key: 'key', header: t('credentials.key'), cell: ({ apiKey }) => <Identifier id={apiKey} /> },
        { key: 'used', header: t('credentials.last_used'), width: '104px', isQuiet: true, cell: used },
        {
          key: 'state',
          header: t('credentials.state'),
          width: '208px',
          cell: (credential) => <KeyBadge credential={credential} />,
        },
        {
          key: 'acts',
          header: t('credentials.revoke'),
          width: '104px',
          isFigure: true,
          isUnnamed: true,
          cell: revoke,
        },
      ]}
      card={(credential) => ({
        title: <Identifier id={credential.apiKey} />,
        aside: <KeyBadge credential={credential} />,
        sub:
          credential.lastUsedAt === null ? (
            used(credential)
          ) : (
            <>
              {t('credentials.last_used')}: {used(credential)}
            </>
          ),
        below: revoke(credential),
      })}
    />
  );
}

function KeyBadge({ credential: { isLive, expiresAt, revokedAt } }: { credential: PartnerKey }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  if (isLive && expiresAt === null)
    return (
      <Badge tone="approved" icon="check-ring">
        {t('credentials.live')}
      </Badge>
    );
  if (isLive && expiresAt !== null) {
    const seconds = (Date.parse(expiresAt) - now.getTime()) / 1_000;
    return (
      <span className={styles.ending}>
        <Badge tone="waiting" icon="clock">
          {t('credentials.ending', { left: writtenDuration(Math.max(seconds, 0), language) })}
        </Badge>
        <Time at={new Date(expiresAt)} only="moment" />
      </span>
    );
  }
  return (
    <Badge tone="quiet" icon="ban">
      {revokedAt === null ? t('credentials.expired') : t('credentials.revoked')}
    </Badge>
  );
}
