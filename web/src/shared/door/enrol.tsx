import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { codeOf } from '../api/api-error.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Failed, SkeletonRows } from '../ui/void.tsx';
import { Steps } from '../ui/steps.tsx';
import { useSessionBegan } from '../session/session.ts';
import { useSignInPlace } from '../session/sign-in-place.ts';
import { Door } from './door.tsx';
import styles from './door.module.css';
import { NewPasswordForm } from './new-password-form.tsx';

/** The page of a one-use link: `/enrol#TOKEN` at the console, `/invitation#TOKEN` at the portal. What comes after `#` never reaches a server's log. */
export function Enrol() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { doorCalls, LinkIntro } = useSignInPlace();
  const sessionBegan = useSessionBegan();
  // Kept by this page alone; the address no longer shows it.
  const [token] = useState(() => {
    const found = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname);
    return found;
  });
  // Another link in the same tab changes nothing but the part after `#`: the page begins again with it.
  useEffect(() => {
    const beginAgain = (): void => location.reload();
    addEventListener('hashchange', beginAgain);
    return () => removeEventListener('hashchange', beginAgain);
  }, []);
  const { data, error, refetch } = useQuery({
    queryKey: ['enrolment', token],
    queryFn: async () => await (await doorCalls()).lookAtLink(token),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error !== null) {
    const code = codeOf(error);
    const isLinkAtFault = ['enrolment_invalid', 'invalid_request', 'email_taken'].includes(code);
    return (
      <Door title={t('enrol.invalid')}>
        <div className={styles.form}>
          {isLinkAtFault ? (
            <p>{code === 'email_taken' ? t('enrol.taken') : t('errors.enrolment_invalid')}</p>
          ) : (
            <Failed code={code} onRetry={() => void refetch()} />
          )}
          <div>
            <ButtonLink to="/sign-in">{t('enrol.to_door')}</ButtonLink>
          </div>
        </div>
      </Door>
    );
  }
  if (data === undefined) {
    return (
      <Door title={t('loading')}>
        <SkeletonRows rows={3} />
      </Door>
    );
  }
  const steps = [t('enrol.steps.password'), t('enrol.steps.factor'), t('enrol.steps.codes')];
  return (
    <Door title={t('enrol.title', { name: data.name })} intro={<LinkIntro holder={data} />} isWide>
      <div className={styles.form}>
        {data.needsSecondFactor && <Steps names={steps} current={0} />}
        <NewPasswordForm
          login={data.login}
          act={t('enrol.submit')}
          onSubmit={async ({ password }) => {
            const { next } = await (await doorCalls()).acceptLink({ token, password });
            await sessionBegan();
            await navigate(next === 'enrol' ? '/set-up' : '/', { replace: true });
          }}
        />
      </div>
    </Door>
  );
}
