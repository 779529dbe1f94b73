import { useTranslation } from 'react-i18next';

/** The words of the delivery log that people need not learn. Others, such as why an address was refused, are shown as they are. */
const KNOWN = [
  'connection_reset',
  'connection_refused',
  'timeout',
  'unreachable',
  'name_not_resolved',
  'certificate_not_trusted',
  'tls_failed',
  'malformed_answer',
  'failed',
] as const;

/** Why an event did not arrive, in words. */
export function useDeliveryProblem(): (error: string) => string {
  const { t } = useTranslation();
  return (error) => {
    const known = KNOWN.find((one) => one === error);
    return known === undefined ? error : t(`webhooks.problems.${known}`);
  };
}
