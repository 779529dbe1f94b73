import type { webhooks as turkish } from '../../tr/portal/webhooks.ts';

export const webhooks: typeof turkish = {
  webhooks: {
    title: 'Webhooks',
  },
};
