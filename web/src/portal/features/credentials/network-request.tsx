import { useQueryClient } from '@tanstack/react-query';
import { confirmNetworks, declineNetworks, withdrawNetworks } from '@vezne/contract/portal/networks';
import type { NetworkRequest } from '@vezne/contract/portal/networks';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Line, Quiet } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useAct } from '../../parts/use-act.ts';
import styles from './credentials.module.css';
import { NETWORKS_KEY } from './use-keys.ts';

/** Who asked for which networks, and what this person can do about it. */
export function NetworkRequestNote({ request }: { request: NetworkRequest }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  const { run, isBusy, problem } = useAct();
  const { id, askedBy, askedAt, wanted, before, waitsFor } = request;
  const added = wanted.filter((one) => !before.includes(one));
  const gone = before.filter((one) => !wanted.includes(one));
  const press = (
    what: string,
    done: string,
    route: typeof confirmNetworks | typeof declineNetworks | typeof withdrawNetworks,
  ): void =>
    void run(what, async () => {
      await api(route, { params: { id }, body: {} });
      await client.invalidateQueries({ queryKey: NETWORKS_KEY });
      toast({ text: done, icon: 'check' });
    });
  return (
    <div className={styles.request}>
      <Note tone="waiting" title={t('credentials.asked', { name: askedBy.name })}>
        {waitsFor === 'us' ? t('credentials.waits_for_us') : t('credentials.waits_for_colleague')}
      </Note>
      {wanted.length === 0 ? (
        <p>{t('credentials.asks_anywhere')}</p>
      ) : (
        <>
          {added.length > 0 && <Networks label={t('credentials.comes')} networks={added} />}
          {gone.length > 0 && <Networks label={t('credentials.goes')} networks={gone} />}
        </>
      )}
      <Quiet isTiny>
        <Time at={new Date(askedAt)} />
      </Quiet>
      {problem !== undefined && (
        <Note tone="rejected" isAlert>
          {problem}
        </Note>
      )}
      <Line>
        {askedBy.isSelf ? (
          <Button
            isBusy={isBusy}
            onClick={() => press(t('credentials.withdraw'), t('credentials.withdrawn'), withdrawNetworks)}
          >
            {t('credentials.withdraw')}
          </Button>
        ) : (
          <>
            <Button
              kind="main"
              isBusy={isBusy}
              onClick={() =>
                press(t('credentials.confirm_what'), t('credentials.confirmed'), confirmNetworks)
              }
            >
              {t('credentials.confirm')}
            </Button>
            <Button
              kind="risk"
              isBusy={isBusy}
              onClick={() => press(t('credentials.decline'), t('credentials.declined'), declineNetworks)}
            >
              {t('credentials.decline')}
            </Button>
          </>
        )}
      </Line>
    </div>
  );
}

/** Of a long list only what changes is worth reading. */
function Networks({ label, networks }: { label: string; networks: readonly string[] }) {
  return (
    <div>
      <Quiet isTiny>{label}</Quiet>
      <ul className={styles.list} aria-label={label}>
        {networks.map((network) => (
          <li key={network}>{network}</li>
        ))}
      </ul>
    </div>
  );
}
