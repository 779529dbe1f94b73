import type { CredentialTriple, PartnerKey } from '@vezne/contract/portal/credentials';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Copy } from '../../../shared/ui/identifiers.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import styles from './credentials.module.css';

/** The triple of the demonstration, which everybody on a developer's machine may see. */
export function DemoBox({
  demo,
  credentials,
}: {
  demo: CredentialTriple;
  credentials: readonly PartnerKey[];
}) {
  const { t } = useTranslation();
  const lastUsedAt = credentials.find(({ apiKey }) => apiKey === demo.apiKey)?.lastUsedAt ?? null;
  const parts = [
    { name: t('told_once.api_key'), value: demo.apiKey, hint: t('credentials.demo_key') },
    { name: t('credentials.api_secret'), value: demo.apiSecret, hint: t('credentials.demo_secret') },
    { name: t('credentials.hash_secret'), value: demo.hashSecret, hint: t('credentials.demo_hash') },
  ];
  return (
    <Box
      title={t('credentials.demo')}
      span={7}
      isFlush
      aside={
        lastUsedAt !== null && (
          <Badge tone="approved" icon="check-ring">
            {t('credentials.used')} <Time at={new Date(lastUsedAt)} only="ago" />
          </Badge>
        )
      }
    >
      <dl className={styles.rows}>
        {parts.map(({ name, value, hint }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
              <span className={styles.hint}>{hint}</span>
              <Copy text={value} label={t('told_once.copy', { what: name })} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.foot}>{t('credentials.demo_text')}</p>
    </Box>
  );
}
