import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../api/api-error.ts';
import { writtenDuration } from '../i18n/age.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { PasskeyCancelled } from './passkeys.ts';

/** The sentence for a failure: what happened, and what to do now. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (error) => {
    if (error instanceof PasskeyCancelled) return t('second_factor.cancelled');
    const code = codeOf(error);
    const body = error instanceof ApiError ? error.body : null;
    if (code === 'password_weak' && body?.problem !== undefined)
      return t(`password_problems.${body.problem}`);
    if ((code === 'throttled' || code === 'code_used') && body?.retryAfterSeconds !== undefined) {
      return t(`wait.${code}`, { duration: writtenDuration(Math.max(body.retryAfterSeconds, 1), language) });
    }
    return t(`errors.${code}`);
  };
}
