import { useQuery } from '@tanstack/react-query';
import { beginTotp, confirmTotp } from '@vezne/contract/sign-in/profile';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api.ts';
import { codeOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { CODE_LENGTH, CodeField } from '../ui/field.tsx';
import { Copy } from '../ui/identifiers.tsx';
import { Failed, SkeletonRows } from '../ui/void.tsx';
import { StepUpCancelled, useStepUp } from '../session/step-up.tsx';
import { useProblemText } from '../session/use-problem.ts';
import styles from './profile.module.css';
import { QrPicture } from './qr-picture.tsx';

/** An authenticator app: scan, then type a first code. Nothing leaves the browser but that code. */
export function TotpSetUp({
  onDone,
  onCancel,
}: {
  onDone: (recoveryCodes: readonly string[] | null) => void;
  /** The person did not prove that it is them, so there is nothing to show. */
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const withStepUp = useStepUp();
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ['new-totp'],
    queryFn: async () =>
      await withStepUp(t('profile.add_app_what'), async () => await api(beginTotp, { body: {} })),
    // Each call makes a new secret: never by itself, never from memory.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const isCancelled = error instanceof StepUpCancelled;
  useEffect(() => {
    if (isCancelled) onCancel();
  }, [isCancelled, onCancel]);
  const confirm = async (typed: string): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      const act = async () => await api(confirmTotp, { body: { code: typed } });
      onDone((await withStepUp(t('profile.add_app_what'), act)).recoveryCodes);
    } catch (failure) {
      setCode('');
      if (!(failure instanceof StepUpCancelled)) setProblem(problemText(failure));
    } finally {
      setIsBusy(false);
    }
  };
  if (error !== null && !isCancelled) return <Failed code={codeOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} />;
  return (
    <div className={styles.totp}>
      <QrPicture text={data.uri} label={t('totp.picture')} />
      <div className={styles.totpSteps}>
        <p>{t('totp.scan')}</p>
        <div>
          <p className={styles.label}>{t('totp.by_hand')}</p>
          <span className={styles.secret}>
            {(data.secret.match(/.{1,4}/g) ?? []).join(' ')}
            <Copy text={data.secret} label={t('copy.secret')} />
          </span>
        </div>
        <CodeField
          label={t('totp.code')}
          hasFocus
          value={code}
          onChange={setCode}
          onComplete={(typed) => void confirm(typed)}
          isBusy={isBusy}
          problem={problem}
        />
        <Button
          kind="main"
          isBusy={isBusy}
          disabled={code.length < CODE_LENGTH}
          isWide
          onClick={() => void confirm(code)}
        >
          {t('totp.confirm')}
        </Button>
      </div>
    </div>
  );
}
