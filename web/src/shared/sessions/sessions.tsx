import { useQueryClient } from '@tanstack/react-query';
import { endSession } from '@vezne/contract/sign-in/session';
import type { OwnSession } from '@vezne/contract/sign-in/session';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api.ts';
import { codeOf } from '../api/api-error.ts';
import { writtenMoment } from '../i18n/age.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Box, Page, Quiet } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';
import { useNow } from '../ui/use-now.ts';
import { Failed, SkeletonRows } from '../ui/void.tsx';
import { useProblemText } from '../session/use-problem.ts';
import { deviceOf } from './device-name.ts';
import { SESSIONS_KEY, useOwnSessions } from './own-sessions.ts';
import styles from './sessions.module.css';

export function Sessions() {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwnSessions();
  const [ending, setEnding] = useState<OwnSession | null>(null);
  return (
    <Page title={t('sessions.title')}>
      <div style={{ gridColumn: 'span 12' }}>
        <Quiet>{t('sessions.intro')}</Quiet>
      </div>
      <Box title={t('sessions.title')} aside={data?.sessions.length} isFlush>
        {error !== null && <Failed code={codeOf(error)} onRetry={() => void refetch()} />}
        {error === null && data === undefined && <SkeletonRows rows={3} height={48} />}
        {data !== undefined && (
          <div className={styles.frame}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('sessions.device')}</th>
                  <th scope="col">{t('sessions.address')}</th>
                  <th scope="col">{t('sessions.began')}</th>
                  <th scope="col">{t('sessions.seen')}</th>
                  <th scope="col">
                    <span className={styles.spoken}>{t('sessions.end')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {ownFirst(data.sessions).map((session) => (
                  <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Box>
      {ending !== null && <EndSession session={ending} onClose={() => setEnding(null)} />}
    </Page>
  );
}

/** The one that looks at the list, then the others, the newest first. */
function ownFirst(sessions: readonly OwnSession[]): OwnSession[] {
  return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

function useDeviceText(): (session: OwnSession) => string {
  const { t } = useTranslation();
  return ({ userAgent }) => {
    const device = deviceOf(userAgent);
    return device === undefined ? t('sessions.unknown_device') : t('sessions.browser_on', { ...device });
  };
}

/** Of two that look alike, this tells which is meant. */
function useBeganText(): (session: OwnSession) => string {
  const language = useLanguage();
  const now = useNow();
  return ({ createdAt }) => writtenMoment(new Date(createdAt), now, language);
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation();
  const device = useDeviceText()(session);
  const began = useBeganText()(session);
  return (
    <tr className={session.isCurrent ? styles.current : undefined}>
      <th scope="row" title={session.userAgent}>
        {device}{' '}
        {session.isCurrent && (
          <Badge tone="accent" icon="check-ring">
            {t('sessions.current')}
          </Badge>
        )}
      </th>
      <td data-label={t('sessions.address')} className={styles.address}>
        {session.address ?? '–'}
      </td>
      <td data-label={t('sessions.began')}>
        <Time at={new Date(session.createdAt)} />
      </td>
      <td data-label={t('sessions.seen')}>
        <Time at={new Date(session.lastSeenAt)} only="ago" />
      </td>
      <td>
        {!session.isCurrent && (
          <Button
            kind="risk"
            size="small"
            aria-label={t('sessions.end_label', { device, began })}
            onClick={onEnd}
          >
            {t('sessions.end')}
          </Button>
        )}
      </td>
    </tr>
  );
}

function EndSession({ session, onClose }: { session: OwnSession; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  const problemText = useProblemText();
  const device = useDeviceText()(session);
  const began = useBeganText()(session);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const end = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await api(endSession, { params: { id: session.id } });
      // The row goes first, so that the focus is not given back to a button that vanishes.
      await client.invalidateQueries({ queryKey: SESSIONS_KEY });
      toast({ text: t('sessions.ended') });
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      await client.invalidateQueries({ queryKey: SESSIONS_KEY });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Confirm
      question={t('sessions.end_question')}
      consequence={t('sessions.end_consequence', { device, began })}
      act={t('sessions.end_act')}
      isRisky
      isBusy={isBusy}
      problem={problem}
      isOpen
      onConfirm={() => void end()}
      onClose={onClose}
    />
  );
}
