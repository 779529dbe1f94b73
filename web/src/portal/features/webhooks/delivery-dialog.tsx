import { useQueryClient } from '@tanstack/react-query';
import { resendEvent } from '@vezne/contract/portal/webhooks';
import type { Attempt, Delivery, Endpoint } from '@vezne/contract/portal/webhooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../shared/api/api.ts';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { writtenMoment } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogEnds, EscapeHint } from '../../../shared/ui/dialog.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Identifier } from '../../../shared/ui/identifiers.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Quiet, Stack } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useSignedIn } from '../session/session.ts';
import { useDeliveryProblem } from '../../parts/use-delivery-problem.ts';
import { WEBHOOKS_KEY } from '../../parts/webhook-health.ts';
import { useAttempts } from './use-webhooks.ts';
import styles from './webhooks.module.css';

/** Every try to tell an endpoint of an event, the newest first, with the answers. It can be sent again here. */
export function DeliveryDialog({
  endpoint,
  delivery,
  onClose,
}: {
  endpoint: Endpoint;
  delivery: Delivery;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  const { data, error, refetch } = useAttempts(endpoint.id, delivery.eventId);
  const { run, isBusy, problem } = useAct();
  const { eventId, eventType, externalReference, transactionId, webhookId, state, nextAttemptAt } = delivery;
  const { look } = useSignedIn();
  // What waits for its first turn comes by itself, whoever looks as the partner only reads, and to a disabled address nothing goes.
  const isResendable =
    look === null && endpoint.status !== 'disabled' && (state !== 'pending' || delivery.attempts > 0);
  const resend = (): void =>
    void run(t('webhooks.resend'), async () => {
      await api(resendEvent, { params: { id: endpoint.id }, body: { event: eventId } });
      await client.invalidateQueries({ queryKey: WEBHOOKS_KEY });
      toast({
        text: endpoint.status === 'paused' ? t('webhooks.resent_later') : t('webhooks.resent'),
        icon: 'check',
      });
    });
  return (
    <Dialog title={eventType} width={640} isOpen onClose={onClose} aside={<EscapeHint />}>
      <Stack gap={16}>
        <Facts
          facts={[
            [
              t('webhooks.reference'),
              <Link key="to" to={`/transactions/${transactionId}`}>
                {externalReference}
              </Link>,
            ],
            ['webhook-id', <Identifier key="id" id={webhookId} />],
            [t('webhooks.happened'), <Time key="at" at={new Date(delivery.occurredAt)} />],
          ]}
        />
        {state === 'parked' && data !== undefined && <ParkedNote attempts={data.attempts} />}
        {state === 'pending' && nextAttemptAt !== null && (
          <Note tone="waiting" icon="clock">
            {t('webhooks.next')} <Time at={new Date(nextAttemptAt)} only="moment" />.{' '}
            {t('webhooks.nothing_lost')}
          </Note>
        )}
        {data === undefined && error === null && <SkeletonRows rows={2} />}
        {data === undefined && error !== null && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
        {data?.attempts.length === 0 && <Quiet>{t('webhooks.not_tried')}</Quiet>}
        {data !== undefined && data.attempts.length > 0 && (
          <ol className={styles.attempts} reversed>
            {data.attempts.toReversed().map((attempt) => (
              <AttemptItem key={attempt.attemptNo} attempt={attempt} />
            ))}
          </ol>
        )}
        {problem !== undefined && (
          <Note tone="rejected" isAlert>
            {problem}
          </Note>
        )}
        <DialogEnds>
          <Button onClick={onClose}>{t('webhooks.close')}</Button>
          {isResendable && (
            <Button kind="main" icon="redo" isBusy={isBusy} onClick={resend}>
              {t('webhooks.resend')}
            </Button>
          )}
        </DialogEnds>
      </Stack>
    </Dialog>
  );
}

/** How often it was tried, and from when to when. */
function ParkedNote({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const times = [attempts.at(0), attempts.at(-1)].flatMap((attempt) =>
    attempt === undefined ? [] : writtenMoment(new Date(attempt.at), now, language),
  );
  return (
    <Note tone="rejected">
      {attempts.length > 0 &&
        t('webhooks.tried', { count: attempts.length, times: [...new Set(times)].join('–') })}{' '}
      {t('webhooks.parked_text')}
    </Note>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation();
  const problemText = useDeliveryProblem();
  const { attemptNo, at, durationMs, status, error, answerStart } = attempt;
  const isTaken = error === null && status !== null && status >= 200 && status < 300;
  const answer = (answerStart ?? '').trim();
  return (
    <li className={styles.attempt}>
      <span className={styles.attemptHead}>
        <Badge tone={isTaken ? 'approved' : 'rejected'} icon={isTaken ? 'check-ring' : 'cross-ring'}>
          {status === null ? t('webhooks.no_answer') : String(status)}
        </Badge>
        <span>{t('webhooks.attempt', { no: attemptNo })}</span>
        <Time at={new Date(at)} only="moment" />
        <span>{`${durationMs} ms`}</span>
        {error !== null && <span>{problemText(error)}</span>}
      </span>
      {answer !== '' && (
        <pre className={styles.answer} dir="ltr">
          {answer}
        </pre>
      )}
    </li>
  );
}
