/** Who of the partner may come in. */
export const people = {
  people: {
    title: 'Kişiler',
  },
};
