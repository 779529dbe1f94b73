/** Money at a glance. */
export const home = {
  home: {
    title: 'Ana sayfa',
  },
};
