import type { administration as turkish } from '../tr/administration.ts';

export const administration: typeof turkish = {
  administration: {
    parts: 'Parts',
    ask: 'Ask for a second person',
    asked: 'A second person has been asked; nothing changes until they confirm.',
    unchanged: 'It was like that already; nothing has changed.',
    open_request: 'Open the request',
    takes_two: 'This change widens what is allowed; it holds once a second person confirms it.',
    note: 'Reason (optional)',
    note_help: 'Whoever confirms reads it.',
    waiting: 'Change waiting for a second person:',
    may_not: 'Administrators change these.',
    told_once: {
      title: 'Secrets: {{name}}',
      once: 'These are shown only now',
      text: 'Once this window is closed, no one can read them again; what is lost is made anew. Hand them to the partner by a safe way: not by e-mail, not by message.',
      api_key: 'API key',
      api_secret: 'API secret (signs requests)',
      hash_secret: 'Hash secret (hashes requests)',
      webhook_secret: 'Webhook secret (signs webhooks)',
      copy: 'Copy: {{what}}',
      copy_all: 'Copy all as .env',
      download: 'Download as .env',
      kept: 'I have kept them in a safe place',
      done: 'Close',
    },
    refusals: {
      partner_name_taken: 'A partner has this name, or one much like it. Write another name.',
      host_name_invalid:
        'A line is no host name. Write the name alone, as shop.example.com; without path, port or asterisk.',
      network_invalid: 'A line is no IP address and no network. Write 203.0.113.7 or 203.0.113.0/24.',
      network_not_whole:
        'A line has an address inside a network. Write a network from its beginning, as 203.0.113.0/24, or one address without a slash.',
      requests_per_second_out_of_range: 'Write a number of requests a second between 1 and 100,000.',
      pressed_otherwise: 'This was sent before with other words. Reload the page and see what became of it.',
      state_conflict: 'It has changed meanwhile and was read again. Look, and try again.',
      other: 'The rules don’t allow it now. Reload the page and try again.',
    },
  },
};
