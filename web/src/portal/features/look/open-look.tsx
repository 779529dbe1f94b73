import { openLook } from '@vezne/contract/portal/look';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../../shared/api/api.ts';
import { codeOf } from '../../../shared/api/api-error.ts';
import { Door } from '../../../shared/door/door.tsx';
import { useSessionBegan } from '../../../shared/session/session.ts';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';

/** The page of a link from the console: `/look#TOKEN`. It is used up at once; what comes after `#` never reaches a server's log. */
export function OpenLook() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sessionBegan = useSessionBegan();
  const isSent = useRef(false);
  // Kept by this page alone; the address no longer shows it.
  const [token] = useState(() => {
    const found = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname);
    return found;
  });
  const [problem, setProblem] = useState<unknown>();
  const open = async (): Promise<void> => {
    try {
      await api(openLook, { body: { token } });
      await sessionBegan();
      await navigate('/', { replace: true });
    } catch (error) {
      setProblem(error);
    }
  };
  useEffect(() => {
    // It works once: a page that is drawn twice must not send it twice.
    if (isSent.current) return;
    isSent.current = true;
    void open();
  });
  const retry = (): void => {
    setProblem(undefined);
    void open();
  };
  if (problem === undefined)
    return (
      <Door title={t('loading')}>
        <SkeletonRows rows={3} />
      </Door>
    );
  const code = codeOf(problem);
  const isLinkAtFault = code === 'enrolment_invalid' || code === 'invalid_request';
  return (
    <Door title={t('look.over')}>
      {isLinkAtFault ? <p>{t('look.over_text')}</p> : <Failed code={code} onRetry={retry} />}
    </Door>
  );
}
