import {
  passkeySignInOptions,
  signInWithCode,
  signInWithPasskey,
  signInWithRecoveryCode,
} from '@vezne/contract/sign-in/sign-in';
import type { SecondFactorMethod } from '@vezne/contract/sign-in/sign-in';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api.ts';
import { codeOf } from '../api/api-error.ts';
import { Button, TextButton } from '../ui/button.tsx';
import { CodeField, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { useProblemFocus } from '../ui/use-problem-focus.ts';
import { askForPasskey } from '../session/passkeys.ts';
import { useSessionBegan } from '../session/session.ts';
import { useProblemText } from '../session/use-problem.ts';
import { Door, Or } from './door.tsx';
import styles from './door.module.css';

/** After the password: a passkey, a code of the app, or a recovery code. */
export function SecondFactor({
  login,
  methods,
  onBack,
}: {
  login: string;
  methods: readonly SecondFactorMethod[];
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const sessionBegan = useSessionBegan();
  const hasPasskey = methods.includes('passkey');
  const hasCode = methods.includes('code');
  const [isRecovery, setIsRecovery] = useState(!hasPasskey && !hasCode);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState<SecondFactorMethod | null>(null);
  const [problem, setProblem] = useState<{ at: SecondFactorMethod | 'page'; text: string } | null>(null);
  const form = useProblemFocus(problem);

  const attempt = async (method: SecondFactorMethod, act: () => Promise<unknown>): Promise<void> => {
    if (busy !== null) return;
    setBusy(method);
    setProblem(null);
    try {
      await act();
      await sessionBegan();
    } catch (error) {
      setText('');
      const isOver = codeOf(error) === 'attempt_expired';
      setProblem({ at: isOver ? 'page' : method, text: problemText(error) });
    } finally {
      setBusy(null);
    }
  };
  const byPasskey = (): void =>
    void attempt('passkey', async () => {
      const response = await askForPasskey(passkeySignInOptions);
      await api(signInWithPasskey, { body: { response } });
    });
  const byCode = (code: string): void =>
    void attempt('code', async () => await api(signInWithCode, { body: { code } }));
  const byRecoveryCode = (event: FormEvent): void => {
    event.preventDefault();
    void attempt('recovery_code', async () => await api(signInWithRecoveryCode, { body: { code: text } }));
  };
  const withoutRecovery = hasCode ? t('second_factor.use_code') : t('second_factor.passkey');
  const switchTo = (toRecovery: boolean): void => {
    setIsRecovery(toRecovery);
    setText('');
    setProblem(null);
  };

  return (
    <Door
      title={t('second_factor.title')}
      intro={
        <>
          {t('second_factor.as', { login })}{' '}
          <TextButton onClick={onBack}>{t('second_factor.not_you')}</TextButton>
        </>
      }
    >
      <div className={styles.form}>
        {problem !== null && problem.at !== 'code' && problem.at !== 'recovery_code' && (
          <Note tone="rejected" isAlert>
            {problem.text}
          </Note>
        )}
        {!isRecovery && hasPasskey && (
          <Button
            kind="main"
            size="large"
            icon="passkey"
            keyHint="Enter"
            isBusy={busy === 'passkey'}
            isWide
            onClick={byPasskey}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one purpose
            autoFocus
          >
            {t('second_factor.passkey')}
          </Button>
        )}
        {!isRecovery && hasCode && (
          <>
            {hasPasskey && <Or>{t('door.or')}</Or>}
            <CodeField
              label={t('second_factor.code')}
              value={text}
              onChange={setText}
              onComplete={byCode}
              isBusy={busy === 'code'}
              hasFocus={!hasPasskey}
              problem={problem?.at === 'code' ? problem.text : undefined}
            />
          </>
        )}
        {isRecovery && (
          <form className={styles.form} ref={form} onSubmit={byRecoveryCode}>
            <TextField
              label={t('second_factor.recovery')}
              help={t('second_factor.recovery_help')}
              autoComplete="off"
              spellCheck={false}
              required
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for this field
              autoFocus
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              problem={problem?.at === 'recovery_code' ? problem.text : undefined}
            />
            <Button
              kind="main"
              size="large"
              type="submit"
              keyHint="Enter"
              isBusy={busy === 'recovery_code'}
              isWide
            >
              {t('door.continue')}
            </Button>
          </form>
        )}
        {methods.includes('recovery_code') && (hasPasskey || hasCode) && (
          <p>
            <TextButton onClick={() => switchTo(!isRecovery)}>
              {isRecovery ? withoutRecovery : t('second_factor.use_recovery')}
            </TextButton>
          </p>
        )}
      </div>
    </Door>
  );
}
