import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { codeOf } from '../api/api-error.ts';
import { Failed } from '../ui/void.tsx';
import { SignedInContext, useSessionQuery } from '../session/session.ts';
import styles from './frame.module.css';

/** Leads strangers to the door, and people without a second factor to where they set one up. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: session, error, refetch } = useSessionQuery();
  const location = useLocation();
  if (session === undefined) {
    // Nothing until we know who it is: a frame that vanishes again would only flicker.
    return error === null ? null : (
      <main className={styles.alone}>
        <Failed code={codeOf(error)} onRetry={() => void refetch()} />
      </main>
    );
  }
  if (session.state === 'signed_out') {
    return <Navigate to="/sign-in" state={{ from: `${location.pathname}${location.search}` }} replace />;
  }
  if (session.mustEnrol) return <Navigate to="/set-up" replace />;
  return <SignedInContext value={session}>{children}</SignedInContext>;
}
