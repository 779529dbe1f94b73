import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import styles from './credentials.module.css';
import { NetworkRequestNote } from './network-request.tsx';
import { NetworksDialog } from './networks-dialog.tsx';
import { useNetworks } from './use-keys.ts';

/** From where requests may come. What waits for a second person stands beside what holds. */
export function NetworksBox() {
  const { t } = useTranslation();
  const { data, error, refetch } = useNetworks();
  const [isOpen, setIsOpen] = useState(false);
  const coming = data?.request?.wanted.filter((one) => !data.networks.includes(one)) ?? [];
  return (
    <Box title={t('credentials.networks')} span={5} isFlush>
      {data === undefined && error !== null && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonRows rows={2} height={44} />}
      {data !== undefined && (
        <>
          <ul className={classNames(styles.rows, styles.networks)}>
            {data.networks.length === 0 && (
              <li>
                <Icon name="info" />
                <span>{t('credentials.anywhere')}</span>
              </li>
            )}
            {data.networks.map((network) => (
              <li key={network}>
                <span className={styles.holds}>
                  <Icon name="check-ring" />
                </span>
                <code>{network}</code>
              </li>
            ))}
            {coming.map((network) => (
              <li key={network}>
                <span className={styles.waiting}>
                  <Icon name="people" />
                </span>
                <code>{network}</code>
                <span className={styles.waiting}>{t('credentials.waits')}</span>
              </li>
            ))}
          </ul>
          {data.request !== null && <NetworkRequestNote request={data.request} />}
          {data.request === null && (
            <div className={styles.add}>
              <Button kind="bare" icon="edit" onClick={() => setIsOpen(true)}>
                {t('credentials.change_networks')}
              </Button>
            </div>
          )}
          {isOpen && (
            <NetworksDialog
              networks={data.networks}
              ownAddress={data.ownAddress}
              onClose={() => setIsOpen(false)}
            />
          )}
        </>
      )}
    </Box>
  );
}
