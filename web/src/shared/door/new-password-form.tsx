import { PASSWORD_MIN_LENGTH } from '@vezne/contract/sign-in/fields';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, UsernameForManagers } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { useProblemFocus } from '../ui/use-problem-focus.ts';
import { StepUpCancelled } from '../session/step-up.tsx';
import { useProblemText } from '../session/use-problem.ts';
import styles from './door.module.css';

interface Typed {
  current: string;
  password: string;
}

/** A new password, written twice; with the current one first where there is one. */
export function NewPasswordForm({
  login,
  act,
  asksCurrent = false,
  onSubmit,
}: {
  /** For password managers: whose password it is. */
  login: string;
  act: string;
  asksCurrent?: boolean;
  onSubmit: (typed: Typed) => Promise<void>;
}) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{
    at: 'current' | 'password' | 'again' | 'form';
    text: string;
  } | null>(null);
  const form = useProblemFocus(problem);
  const at = (place: 'current' | 'password' | 'again'): string | undefined =>
    problem?.at === place ? problem.text : undefined;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    if (asksCurrent && current === '') {
      setProblem({ at: 'current', text: t('profile.current_missing') });
    } else if (password.length < PASSWORD_MIN_LENGTH) {
      setProblem({ at: 'password', text: t('enrol.too_short', { count: PASSWORD_MIN_LENGTH }) });
    } else if (password !== again) setProblem({ at: 'again', text: t('enrol.not_same') });
    else void send();
  };
  const send = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    try {
      await onSubmit({ current, password });
    } catch (error) {
      if (error instanceof StepUpCancelled) return;
      const code = codeOf(error);
      const place = code === 'password_weak' ? 'password' : code === 'password_wrong' ? 'current' : 'form';
      setProblem({ at: place, text: problemText(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={styles.form} ref={form} onSubmit={submit} noValidate>
      {problem?.at === 'form' && (
        <Note tone="rejected" isAlert>
          {problem.text}
        </Note>
      )}
      <UsernameForManagers login={login} />
      {asksCurrent && (
        <PasswordField
          label={t('profile.current_password')}
          autoComplete="current-password"
          data-autofocus
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          problem={at('current')}
        />
      )}
      <PasswordField
        label={t('enrol.password')}
        // What is wrong says it already.
        help={
          at('password') === undefined ? t('enrol.password_help', { count: PASSWORD_MIN_LENGTH }) : undefined
        }
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        problem={at('password')}
      />
      <PasswordField
        label={t('enrol.again')}
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
        problem={at('again')}
      />
      <Button kind="main" size="large" type="submit" keyHint="Enter" isBusy={isBusy} isWide>
        {act}
      </Button>
    </form>
  );
}
