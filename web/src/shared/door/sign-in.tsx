import type { SessionEndReason } from '@vezne/contract/sign-in/errors';
import { passkeySignInOptions, signInWithPasskey } from '@vezne/contract/sign-in/sign-in';
import type { SecondFactorMethod } from '@vezne/contract/sign-in/sign-in';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { api } from '../api/api.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { askForPasskey, canUsePasskeys } from '../session/passkeys.ts';
import { useSessionBegan, useSessionQuery } from '../session/session.ts';
import { useSignInPlace } from '../session/sign-in-place.ts';
import { useProblemText } from '../session/use-problem.ts';
import { Door, Or } from './door.tsx';
import styles from './door.module.css';
import { SecondFactor } from './second-factor.tsx';

interface Step {
  login: string;
  methods: readonly SecondFactorMethod[];
}

/** The way in. Once somebody is signed in, it leads to where they wanted to go. */
export function SignIn() {
  const { data: session } = useSessionQuery();
  const location = useLocation();
  const [step, setStep] = useState<Step | null>(null);
  if (session?.state === 'signed_in') return <Navigate to={whereTo(location.state)} replace />;
  if (step !== null) return <SecondFactor {...step} onBack={() => setStep(null)} />;
  return <NameAndPassword endReason={session?.endReason ?? null} onSecondFactor={setStep} />;
}

function whereTo(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : '/';
}

function NameAndPassword({
  endReason,
  onSecondFactor,
}: {
  endReason: SessionEndReason | null;
  onSecondFactor: (step: Step) => void;
}) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const sessionBegan = useSessionBegan();
  const { loginKind, doorCalls } = useSignInPlace();
  // Before it is needed: a press must not wait for it, and may come when the connection is gone.
  useEffect(() => void doorCalls().catch(() => undefined), [doorCalls]);
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState<'password' | 'passkey' | null>(null);
  const [problem, setProblem] = useState<string>();

  const attempt = async (kind: 'password' | 'passkey', act: () => Promise<void>): Promise<void> => {
    setBusy(kind);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(null);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy !== null) return;
    void attempt('password', async () => {
      const { signIn } = await doorCalls();
      const answer = await signIn({ login: login.trim(), password });
      if (answer.next === 'second_factor') onSecondFactor({ login: login.trim(), methods: answer.methods });
      else await sessionBegan();
    });
  };
  const byPasskey = (): void =>
    void attempt('passkey', async () => {
      const response = await askForPasskey(passkeySignInOptions);
      await api(signInWithPasskey, { body: { response } });
      await sessionBegan();
    });

  return (
    <Door title={t('door.title')}>
      <form className={styles.form} onSubmit={submit}>
        {endReason !== null && problem === undefined && <Note>{t(`session_ended.${endReason}`)}</Note>}
        {problem !== undefined && (
          <Note tone="rejected" isAlert>
            {problem}
          </Note>
        )}
        <TextField
          label={t('here.login')}
          inputMode={loginKind === 'email' ? 'email' : 'text'}
          name="username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one purpose
          autoFocus
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
        />
        <PasswordField
          label={t('door.password')}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button kind="main" size="large" type="submit" keyHint="Enter" isBusy={busy === 'password'} isWide>
          {t('door.continue')}
        </Button>
        {canUsePasskeys() && (
          <>
            <Or>{t('door.or')}</Or>
            <Button size="large" icon="passkey" isBusy={busy === 'passkey'} isWide onClick={byPasskey}>
              {t('door.passkey')}
            </Button>
          </>
        )}
      </form>
    </Door>
  );
}
