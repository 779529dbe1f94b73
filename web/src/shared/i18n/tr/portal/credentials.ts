/** Keys of the API, and the networks that may use them. */
export const credentials = {
  credentials: {
    title: 'API anahtarları',
  },
};
