/** Where events go, and whether they arrive. */
export const webhooks = {
  webhooks: {
    title: 'Webhook adresleri',
  },
};
