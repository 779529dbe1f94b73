import type { statements as turkish } from '../../tr/portal/statements.ts';

export const statements: typeof turkish = {
  statements: {
    title: 'Statements',
  },
};
