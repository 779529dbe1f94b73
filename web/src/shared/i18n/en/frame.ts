import type { frame as turkish } from '../tr/frame.ts';

export const frame: typeof turkish = {
  shell: {
    live: 'Live',
    development: 'Trial',
    navigation: 'Navigation',
    menu: 'Account and appearance',
    sign_out: 'Sign out',
    offline:
      'The connection is lost. What you see may be out of date; it refreshes itself once the connection is back.',
    skip: 'Skip to the content',
  },
  not_found: {
    title: 'There is no such page',
    text: 'The address may be mistyped, or the page has moved.',
  },
  crashed: {
    title: 'This page couldn’t be shown',
    text: 'Something unexpected happened. If you were in the middle of something, check its outcome before you repeat it.',
    reload: 'Reload the page',
  },
};
