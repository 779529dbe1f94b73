import type { people as turkish } from '../../tr/portal/people.ts';

export const people: typeof turkish = {
  people: {
    title: 'People',
  },
};
