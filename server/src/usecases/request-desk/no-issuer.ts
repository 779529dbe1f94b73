import type { ConfirmContext } from '../confirmation/prepared.ts';

/** The console makes no secrets of partners: requests that do are confirmed at the command line. */
export const noIssuer: ConfirmContext['issuer'] = () => {
  throw new Error('The console makes no secrets.');
};
