/** The list of transactions, and one of them. */
export const transactions = {
  transactions: {
    title: 'İşlemler',
    one: 'İşlem',
  },
};
