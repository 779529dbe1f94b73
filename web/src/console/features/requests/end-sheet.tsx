import { confirmRequest, declineRequest, withdrawRequest } from '@vezne/contract/console/requests';
import type { RequestDetail } from '@vezne/contract/console/requests';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { api } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { Sheet } from '../../../shared/ui/sheet.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { isOutcomeUnknown } from '../desk/outcome.ts';
import { StepUpCancelled, useStepUp } from '../../../shared/session/step-up.tsx';
import { useReadAgain } from './use-requests.ts';
import { useRequestWords } from './words.ts';

export type RequestEnd = 'confirm' | 'decline' | 'withdraw';

/** What the answer to a confirmation holds besides that it is done: it is in the open this once. */
export type Told = Pick<
  z.infer<(typeof confirmRequest)['response']>,
  'enrolment' | 'credentials' | 'webhookSecret'
>;

/** A lost answer is asked for again: a request ends once, so the same press does nothing more. */
const TRIES = 5;
const WAIT_MS = 2_000;

async function untilKnown<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isOutcomeUnknown(error) || tries >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

/** Asks before a request is ended, with what will happen in words. */
export function EndSheet({
  request,
  end,
  title,
  marksRead,
  onTold,
  onClose,
}: {
  request: RequestDetail;
  end: RequestEnd;
  title: string;
  marksRead: readonly PayoutMark[];
  onTold: (told: Told) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const words = useRequestWords();
  const stepUp = useStepUp();
  const toast = useToast();
  const readAgain = useReadAgain();
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { id, needsSenderIban } = request;
  const params = { id };

  const send = async (): Promise<void> => {
    switch (end) {
      case 'confirm': {
        const body = { marksRead: [...marksRead], ...(needsSenderIban && { senderIban: text }) };
        const { enrolment, credentials, webhookSecret } = await stepUp(
          title,
          async () => await untilKnown(async () => await api(confirmRequest, { params, body })),
        );
        onTold({ enrolment, credentials, webhookSecret });
        return toast({ text: t('requests.confirmed', { what: title }) });
      }
      case 'decline':
        await untilKnown(async () => await api(declineRequest, { params, body: { reason: text } }));
        return toast({ text: t('requests.declined', { what: title }) });
      case 'withdraw':
        await untilKnown(async () => await api(withdrawRequest, { params, body: { isMine: true } }));
        return toast({ text: t('requests.withdrawn', { what: title }) });
    }
  };
  const act = async (): Promise<void> => {
    if (end === 'decline' && text.trim() === '') return setProblem(t('requests.reason_missing'));
    if (end === 'confirm' && needsSenderIban && text.trim() === '')
      return setProblem(t('requests.sender_iban_missing'));
    setIsBusy(true);
    setProblem(undefined);
    try {
      await send();
      onClose();
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) setProblem(words.problem(error));
    } finally {
      setIsBusy(false);
      await readAgain();
    }
  };
  const texts = {
    confirm: { question: t('requests.confirm_question'), act: t('requests.confirm') },
    decline: { question: t('requests.decline_question'), act: t('requests.decline') },
    withdraw: { question: t('requests.withdraw_question'), act: t('requests.withdraw') },
  }[end];
  return (
    <Sheet
      {...texts}
      isRisky={end === 'decline'}
      isBusy={isBusy}
      problem={problem}
      onAct={() => void act()}
      onClose={onClose}
    >
      <p>
        <b>{title}</b>
      </p>
      {end === 'confirm' && words.meaning(request).map((sentence) => <p key={sentence}>{sentence}</p>)}
      {end === 'withdraw' && <p>{t('requests.withdraw_text')}</p>}
      {end === 'decline' && (
        <TextField
          label={t('requests.reason')}
          help={t('requests.reason_hint')}
          value={text}
          maxLength={1024}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {end === 'confirm' && needsSenderIban && (
        <TextField
          label={t('requests.sender_iban')}
          help={t('requests.sender_iban_hint')}
          value={text}
          maxLength={64}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </Sheet>
  );
}
