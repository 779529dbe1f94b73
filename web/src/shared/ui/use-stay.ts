import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Keeps the reader on the page while something is shown that is nowhere else: within the app, and by the browser's own question. */
export function useStay(mustStay: boolean): void {
  const blocker = useBlocker(mustStay);
  useEffect(() => {
    // The window that asks to be closed is still there, and says why.
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
  useEffect(() => {
    if (!mustStay) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [mustStay]);
}
