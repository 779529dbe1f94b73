import { addPasskey, newPasskeyOptions } from '@vezne/contract/sign-in/profile';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { api } from '../api/api.ts';
import { Button, TextButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { Steps } from '../ui/steps.tsx';
import { RecoveryCodes } from '../profile/recovery-codes.tsx';
import { TotpSetUp } from '../profile/totp-set-up.tsx';
import { canUsePasskeys, makePasskey } from '../session/passkeys.ts';
import { useSessionBegan, useSessionQuery, useSignOut } from '../session/session.ts';
import { deviceName } from '../sessions/device-name.ts';
import { useProblemText } from '../session/use-problem.ts';
import { Door } from './door.tsx';
import styles from './door.module.css';

/** A second factor before anything else: a passkey, or an app. Then ten recovery codes, once. */
export function SetUp() {
  const { t } = useTranslation();
  const { data: session } = useSessionQuery();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const sessionBegan = useSessionBegan();
  const navigate = useNavigate();
  const finish = async (): Promise<void> => {
    await sessionBegan();
    await navigate('/', { replace: true });
  };
  if (session?.state === 'signed_out') return <Navigate to="/sign-in" replace />;
  if (session?.state === 'signed_in' && !session.mustEnrol && codes === null)
    return <Navigate to="/" replace />;
  const steps = [t('enrol.steps.password'), t('enrol.steps.factor'), t('enrol.steps.codes')];
  if (codes !== null) {
    return (
      <Door title={t('recovery.title')} isWide>
        <div className={styles.form}>
          <Steps names={steps} current={2} />
          <RecoveryCodes codes={codes} onDone={() => void finish()} />
        </div>
      </Door>
    );
  }
  return (
    <Door title={t('set_up.title')} intro={t('set_up.intro')} isWide>
      <div className={styles.form}>
        <Steps names={steps} current={1} />
        <Ways onDone={(given) => (given === null ? void finish() : setCodes(given))} />
      </div>
    </Door>
  );
}

function Ways({ onDone }: { onDone: (codes: readonly string[] | null) => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const signOut = useSignOut();
  const [isApp, setIsApp] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const byPasskey = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const response = await makePasskey(newPasskeyOptions);
      const name = deviceName(navigator.userAgent) ?? t('sessions.unknown_device');
      const { recoveryCodes } = await api(addPasskey, { body: { name, response } });
      onDone(recoveryCodes);
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setIsBusy(false);
    }
  };
  if (isApp) {
    return (
      <>
        <TotpSetUp onDone={onDone} onCancel={() => setIsApp(false)} />
        <p>
          <TextButton onClick={() => setIsApp(false)}>{t('set_up.back')}</TextButton>
        </p>
      </>
    );
  }
  return (
    <>
      {problem !== undefined && (
        <Note tone="rejected" isAlert>
          {problem}
        </Note>
      )}
      <div className={styles.ways}>
        <section className={styles.way}>
          <h2>
            <Icon name="passkey" />
            {t('set_up.passkey')}
          </h2>
          <p>{t('set_up.passkey_text')}</p>
          <Button
            kind="main"
            isBusy={isBusy}
            disabled={!canUsePasskeys()}
            isWide
            onClick={() => void byPasskey()}
          >
            {t('set_up.passkey_act')}
          </Button>
        </section>
        <section className={styles.way}>
          <h2>
            <Icon name="phone" />
            {t('set_up.app')}
          </h2>
          <p>{t('set_up.app_text')}</p>
          <Button isWide onClick={() => setIsApp(true)}>
            {t('set_up.app_act')}
          </Button>
        </section>
      </div>
      <p>
        <TextButton isQuiet onClick={() => void signOut()}>
          {t('set_up.sign_out')}
        </TextButton>
      </p>
    </>
  );
}
