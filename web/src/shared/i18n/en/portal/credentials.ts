import type { credentials as turkish } from '../../tr/portal/credentials.ts';

export const credentials: typeof turkish = {
  credentials: {
    title: 'API keys',
  },
};
