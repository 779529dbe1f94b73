import type { look as turkish } from '../../tr/portal/look.ts';

export const look: typeof turkish = {
  look: {
    label: 'Read-only',
    bar: 'You see what {{partner}} sees.',
    until: 'You can only read, until {{time}}. Keys and people are not shown.',
    end: 'Close',
    over: 'This link no longer works',
    over_text: 'It opens once, within a minute. Get another one at the console, on the partner’s page.',
  },
};
