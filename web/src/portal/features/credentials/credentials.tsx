import { useState } from 'react';
import type { PartnerKey } from '@vezne/contract/portal/credentials';
import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Box, Page } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { CreateDialog, RevokeDialog, RotateDialog } from './key-dialogs.tsx';
import { DemoBox } from './demo-box.tsx';
import { KeysTable } from './keys-table.tsx';
import { NetworksBox } from './networks-box.tsx';
import { Snippets } from './snippets.tsx';
import styles from './credentials.module.css';
import { useKeys } from './use-keys.ts';

type Open = { what: 'create' | 'rotate' } | { what: 'revoke'; credential: PartnerKey };

/** What the partner signs its requests with, and from where they may come. */
export function Credentials() {
  const { t } = useTranslation();
  const { data, error, refetch } = useKeys();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const live = data?.credentials.filter(({ isLive }) => isLive) ?? [];
  const actions = data !== undefined && (
    <>
      {live.length > 0 && (
        <Button icon="redo" onClick={() => setOpen({ what: 'rotate' })}>
          {t('credentials.rotate')}
        </Button>
      )}
      <Button kind="main" icon="plus" onClick={() => setOpen({ what: 'create' })}>
        {t('credentials.create')}
      </Button>
    </>
  );
  const apiUrl = data?.apiUrl ?? null;
  // Beside the demonstration's triple, the list of keys has a line of its own.
  const isDemo = data !== undefined && data.demo !== null;
  return (
    <Page title={t('credentials.title')} actions={actions}>
      {data?.demo && <DemoBox demo={data.demo} credentials={data.credentials} />}
      {isDemo && <NetworksBox />}
      <Box title={t('credentials.keys')} span={isDemo ? 12 : 7} aside={data && live.length} isFlush>
        {data === undefined && error !== null && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <SkeletonRows rows={3} height={48} />}
        {data?.credentials.length === 0 && (
          <Empty icon="key" title={t('credentials.nothing')}>
            {t('credentials.nothing_text')}
          </Empty>
        )}
        {data !== undefined && data.credentials.length > 0 && (
          <KeysTable
            credentials={data.credentials}
            onRevoke={(credential) => setOpen({ what: 'revoke', credential })}
          />
        )}
        {data !== undefined && <p className={styles.foot}>{t('credentials.once')}</p>}
      </Box>
      {!isDemo && <NetworksBox />}
      {data !== undefined && <Snippets apiUrl={apiUrl} credentials={data.demo} />}
      {open?.what === 'create' && <CreateDialog apiUrl={apiUrl} onClose={close} />}
      {open?.what === 'rotate' && <RotateDialog apiUrl={apiUrl} onClose={close} />}
      {open?.what === 'revoke' && (
        <RevokeDialog credential={open.credential} othersLive={live.length - 1} onClose={close} />
      )}
    </Page>
  );
}
