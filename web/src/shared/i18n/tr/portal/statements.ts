/** Statements of a month or any period. */
export const statements = {
  statements: {
    title: 'Ekstreler',
  },
};
