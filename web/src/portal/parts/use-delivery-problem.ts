import { useTranslation } from 'react-i18next';
import { knownDeliveryProblem } from '../../shared/i18n/known-delivery-problem.ts';

/** Why an event did not arrive, in words. */
export function useDeliveryProblem(): (error: string) => string {
  const { t } = useTranslation();
  return (error) => {
    const known = knownDeliveryProblem(error);
    return known === undefined ? error : t(`webhooks.problems.${known}`);
  };
}
