import type { deliveryProblems as turkish } from '../tr/delivery-problems.ts';

export const deliveryProblems: typeof turkish = {
  connection_reset: 'the connection broke off',
  connection_refused: 'the connection was refused',
  timeout: 'no answer in time',
  unreachable: 'the address can’t be reached',
  name_not_resolved: 'the name was not found',
  certificate_not_trusted: 'the certificate is not trusted',
  tls_failed: 'no secure connection',
  malformed_answer: 'the answer can’t be read',
  failed: 'it could not be sent',
};
