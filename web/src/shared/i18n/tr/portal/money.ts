/** Every entry of a balance. */
export const money = {
  money: {
    title: 'Bakiye hareketleri',
  },
};
