import { useQuery } from '@tanstack/react-query';
import { getEndpointTest, testEndpoint } from '@vezne/contract/console/partner-endpoints';
import type { EndpointTest, PartnerEndpoint } from '@vezne/contract/console/partner-endpoints';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { codeOf } from '../../../shared/api/api-error.ts';
import type { en } from '../../../shared/i18n/en.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogEnds } from '../../../shared/ui/dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { useChange } from '../administration/use-change.ts';
import styles from './partners.module.css';
import { PARTNERS_KEY } from './use-partners.ts';

const LOOK_EVERY_MS = 1_000;
type Finding = keyof typeof en.partners.test.findings;

/** Sends one test event and says how the receiver answered, and what to mend. Nothing of it counts as a delivery. */
export function EndpointTestDialog({
  endpoint,
  onClose,
}: {
  endpoint: PartnerEndpoint;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [testId, setTestId] = useState<string>();
  const { press, isBusy, problem } = useChange({ queryKey: PARTNERS_KEY, onEnd: () => {} });
  const { data, error } = useQuery({
    queryKey: ['endpoint-test', testId],
    enabled: testId !== undefined,
    queryFn: async ({ signal }) => await api(getEndpointTest, { params: { id: testId ?? '' } }, { signal }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : LOOK_EVERY_MS),
  });
  const isUnderWay = testId !== undefined && !isOver(data) && error === null;
  const send = (): void => {
    void press({
      what: t('partners.test.title'),
      done: t('partners.test.sent'),
      send: async ({ pressId }) => {
        const answer = await api(testEndpoint, { params: { id: endpoint.id }, body: { pressId } });
        setTestId(pressId);
        return answer;
      },
    });
  };
  return (
    <Dialog title={t('partners.test.title')} isOpen onClose={onClose}>
      <Stack gap={16}>
        <p className={styles.address}>{endpoint.address}</p>
        <p>{t('partners.test.text')}</p>
        <div role="status">
          {isUnderWay && <Note icon="clock">{t('partners.test.under_way')}</Note>}
          {data !== undefined && <Outcome test={data} />}
        </div>
        {(problem !== undefined || error !== null) && (
          <Note tone="rejected" isAlert>
            {problem ?? t(`errors.${codeOf(error)}`)}
          </Note>
        )}
        <DialogEnds>
          <Button onClick={onClose} keyHint="Esc">
            {t('partners.test.close')}
          </Button>
          <Button kind="main" icon="play" isBusy={isBusy || isUnderWay} onClick={send}>
            {testId === undefined ? t('partners.test.send') : t('partners.test.again')}
          </Button>
        </DialogEnds>
      </Stack>
    </Dialog>
  );
}

function isOver(test: EndpointTest | undefined): boolean {
  return test?.state === 'ended' || test?.state === 'not_taken';
}

function Outcome({ test }: { test: EndpointTest }) {
  const { t, i18n } = useTranslation();
  const { state, finding, status, durationMs, answerStart } = test;
  if (state === 'not_taken') return <Note tone="rejected">{t('partners.test.not_taken')}</Note>;
  if (state !== 'ended') return null;
  const isKnown = (name: string): name is Finding => i18n.exists(`partners.test.findings.${name}`);
  const found: Finding = finding !== null && isKnown(finding) ? finding : 'failed';
  const answer = (answerStart ?? '').replaceAll(/\s+/g, ' ').trim();
  return (
    <Stack gap={8}>
      <Note
        tone={found === 'taken' ? 'approved' : 'rejected'}
        title={
          status === null
            ? t('partners.test.no_answer', { ms: durationMs ?? 0 })
            : t('partners.test.answered', { status, ms: durationMs ?? 0 })
        }
      >
        {t(`partners.test.findings.${found}`)}
      </Note>
      {answer !== '' && (
        <pre className={styles.answer} dir="ltr">
          {answer}
        </pre>
      )}
    </Stack>
  );
}
