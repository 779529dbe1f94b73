import type { money as turkish } from '../../tr/portal/money.ts';

export const money: typeof turkish = {
  money: {
    title: 'Balance entries',
  },
};
