import { randomUUID } from 'node:crypto';

/** With all its digits it could hold what looks like the number of an account, which no name may. */
export const madeUpName = (beginning: string): string => `${beginning} ${randomUUID().slice(0, 13)}`;
