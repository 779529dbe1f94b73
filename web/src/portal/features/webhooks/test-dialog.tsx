import { testEndpoint } from '@vezne/contract/portal/webhooks';
import type { Endpoint, EndpointTest } from '@vezne/contract/portal/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { codeOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogEnds } from '../../../shared/ui/dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { useDeliveryProblem } from '../../parts/use-delivery-problem.ts';
import { useAct } from '../../parts/use-act.ts';
import { isTestOver, useEndpointTest } from './use-webhooks.ts';
import styles from './webhooks.module.css';

/** Sends one test event and shows how the receiver answered. It is about no transaction. */
export function TestDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { t } = useTranslation();
  const [testId, setTestId] = useState<string>();
  const { run, isBusy, problem } = useAct();
  const { data, error } = useEndpointTest(testId);
  const isUnderWay = testId !== undefined && !isTestOver(data) && error === null;
  const send = (): void =>
    void run(t('webhooks.test'), async () =>
      setTestId((await api(testEndpoint, { params: { id: endpoint.id }, body: {} })).testId),
    );
  return (
    <Dialog title={t('webhooks.test')} isOpen onClose={onClose}>
      <Stack gap={16}>
        <p className={styles.event}>{endpoint.url}</p>
        <p>{t('webhooks.test_text')}</p>
        <div role="status">
          {isUnderWay && <Note icon="clock">{t('webhooks.test_under_way')}</Note>}
          {data !== undefined && <Outcome test={data} />}
        </div>
        {(problem !== undefined || error !== null) && (
          <Note tone="rejected" isAlert>
            {problem ?? t(`errors.${codeOf(error)}`)}
          </Note>
        )}
        <DialogEnds>
          <Button onClick={onClose} keyHint="Esc">
            {t('webhooks.close')}
          </Button>
          <Button kind="main" icon="arrow" isBusy={isBusy || isUnderWay} onClick={send}>
            {testId === undefined ? t('webhooks.test_send') : t('webhooks.test_again')}
          </Button>
        </DialogEnds>
      </Stack>
    </Dialog>
  );
}

function Outcome({ test: { state, status, error, durationMs, answerStart } }: { test: EndpointTest }) {
  const { t } = useTranslation();
  const problemText = useDeliveryProblem();
  if (state === 'not_taken') return <Note tone="rejected">{t('webhooks.test_not_taken')}</Note>;
  if (state !== 'ended') return null;
  const isTaken = error === null && status !== null && status >= 200 && status < 300;
  const answer = (answerStart ?? '').trim();
  return (
    <Stack gap={8}>
      <Note
        tone={isTaken ? 'approved' : 'rejected'}
        title={
          status === null
            ? t('webhooks.test_no_answer', { error: problemText(error ?? 'failed') })
            : t('webhooks.test_answered', { status, ms: durationMs ?? 0 })
        }
      >
        {isTaken ? t('webhooks.test_taken') : t('webhooks.test_refused')}
      </Note>
      {answer !== '' && (
        <pre className={styles.answer} dir="ltr">
          {answer}
        </pre>
      )}
    </Stack>
  );
}
