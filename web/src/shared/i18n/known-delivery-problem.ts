/** The words of the delivery log that people need not learn. Others, such as why an address was refused, are shown as they are. */
const PROBLEMS = [
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

export function knownDeliveryProblem(error: string | null): (typeof PROBLEMS)[number] | undefined {
  return PROBLEMS.find((problem) => problem === error);
}
