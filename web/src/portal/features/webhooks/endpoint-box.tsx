import { useQueryClient } from '@tanstack/react-query';
import { pauseEndpoint, resumeEndpoint } from '@vezne/contract/portal/webhooks';
import type { Endpoint } from '@vezne/contract/portal/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { useAct } from '../../parts/use-act.ts';
import { WEBHOOKS_KEY, isLate } from '../../parts/webhook-health.ts';
import type { EndpointHealth } from '../../parts/webhook-health.ts';
import { useSignedIn } from '../session/session.ts';
import { Deliveries } from './deliveries.tsx';
import { LateNote } from './late-note.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import styles from './webhooks.module.css';

const LOOKS = {
  active: { tone: 'approved', icon: 'check-ring' },
  paused: { tone: 'waiting', icon: 'pause' },
  disabled: { tone: 'rejected', icon: 'ban' },
} as const;

/** One address: its state, why nothing arrives, what can be done about it, and its latest events. */
export function EndpointBox({
  endpoint,
  health,
}: {
  endpoint: Endpoint;
  /** As home shows it; not known yet at first. */
  health: EndpointHealth | undefined;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  const [open, setOpen] = useState<'test' | 'rotate' | 'pause' | null>(null);
  const { run, isBusy, problem } = useAct();
  const { id, url, status, waiting, parked, secrets } = endpoint;
  const ending = secrets.find(({ expiresAt }) => expiresAt !== null)?.expiresAt;
  const isPaused = status === 'paused';
  const now = useNow();
  const late = status === 'active' && health !== undefined && isLate(health, now) ? health : undefined;
  // Whoever looks as the partner only reads.
  const isReading = useSignedIn().look !== null;
  const toggle = (): void =>
    void run(isPaused ? t('webhooks.resume') : t('webhooks.pause'), async () => {
      await api(isPaused ? resumeEndpoint : pauseEndpoint, { params: { id }, body: {} });
      await client.invalidateQueries({ queryKey: WEBHOOKS_KEY });
      setOpen(null);
      toast({ text: isPaused ? t('webhooks.resumed') : t('webhooks.paused'), icon: 'check' });
    });
  return (
    <section className={styles.box} aria-label={url}>
      <header className={styles.head}>
        <div className={styles.name}>
          <h2>{url}</h2>
          <span className={styles.counts}>
            {t('webhooks.counts', { waiting, parked })}
            {ending !== undefined && ending !== null && (
              <>
                {' · '}
                {t('webhooks.older_until')} <Time at={new Date(ending)} only="moment" />
              </>
            )}
          </span>
        </div>
        {late === undefined ? (
          <Badge {...LOOKS[status]}>{t(`webhooks.status.${status}`)}</Badge>
        ) : (
          <Badge tone="rejected" icon="warning">
            {t('home.late')}
          </Badge>
        )}
        {!isReading && (
          <div className={styles.acts}>
            {status === 'active' && (
              <Button size="small" icon="arrow" onClick={() => setOpen('test')}>
                {t('webhooks.test')}
              </Button>
            )}
            <Button size="small" icon="redo" onClick={() => setOpen('rotate')}>
              {t('webhooks.rotate')}
            </Button>
            {status !== 'disabled' && (
              <Button
                size="small"
                icon={isPaused ? 'play' : 'pause'}
                isBusy={isBusy}
                onClick={isPaused ? toggle : () => setOpen('pause')}
              >
                {isPaused ? t('webhooks.resume') : t('webhooks.pause')}
              </Button>
            )}
          </div>
        )}
      </header>
      {problem !== undefined && open !== 'pause' && (
        <div className={styles.note}>
          <Note tone="rejected" isAlert>
            {problem}
          </Note>
        </div>
      )}
      {late !== undefined && (
        <div className={styles.note}>
          <LateNote endpoint={late} />
        </div>
      )}
      {status !== 'active' && (
        <div className={styles.note}>
          <Note tone="waiting">{isPaused ? t('webhooks.paused_text') : t('webhooks.disabled_text')}</Note>
        </div>
      )}
      <Deliveries endpoint={endpoint} />
      <p className={styles.foot}>{t('webhooks.change_address')}</p>
      {open === 'rotate' && <RotateSecretDialog endpoint={endpoint} onClose={() => setOpen(null)} />}
      {open === 'pause' && (
        <PauseDialog isBusy={isBusy} problem={problem} onPause={toggle} onClose={() => setOpen(null)} />
      )}
      {open === 'test' && <TestDialog endpoint={endpoint} onClose={() => setOpen(null)} />}
    </section>
  );
}
