import type { home as turkish } from '../../tr/portal/home.ts';

export const home: typeof turkish = {
  home: {
    title: 'Home',
  },
};
