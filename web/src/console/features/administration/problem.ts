import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../../../shared/api/api-error.ts';
import type { en } from '../../../shared/i18n/en.ts';
import { useProblemText } from '../../../shared/session/use-problem.ts';

type Refusal = keyof typeof en.administration.refusals;

/** Why a change was neither made nor asked for, and what to do now. */
export function useChangeProblem(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  return (error) => {
    if (codeOf(error) !== 'decision_refused') return problemText(error);
    const code = error instanceof ApiError ? (error.body?.refusal ?? 'other') : 'other';
    const isKnown = (name: string): name is Refusal => i18n.exists(`administration.refusals.${name}`);
    return t(`administration.refusals.${isKnown(code) ? code : 'other'}`);
  };
}
