import type { administration as turkish } from '../tr/administration.ts';

export const administration: typeof turkish = {
  administration: {
    parts: 'Parts',
    ask: 'Ask for a second person',
    asked: 'A second person has been asked; nothing changes until they confirm.',
    unchanged: 'It was like that already; nothing has changed.',
    open_request: 'Open the request',
    takes_two: 'This change holds only once a second person confirms it.',
    note: 'Reason (optional)',
    note_help: 'Whoever confirms reads it.',
    waiting: 'Change waiting for a second person:',
    may_not: 'Administrators change these.',
    told_once: {
      title: 'Secrets: {{name}}',
      text: 'Once this window is closed, no one can read them again; what is lost is made anew. Hand them to the partner by a safe way: not by e-mail, not by message.',
    },
    refusals: {
      partner_name_taken: 'A partner has this name, or one much like it. Write another name.',
      host_name_invalid:
        'A line is no host name. Write the name alone, as shop.example.com; without path, port or asterisk.',
      network_invalid: 'A line is no IP address and no network. Write 203.0.113.7 or 203.0.113.0/24.',
      network_not_whole:
        'A line has an address inside a network. Write a network from its beginning, as 203.0.113.0/24, or one address without a slash.',
      requests_per_second_out_of_range: 'Write a number of requests a second between 1 and 100,000.',
      // Bank accounts.
      iban_invalid: 'This is no IBAN. Compare the digits again.',
      iban_not_turkish: 'It must be an account in Turkey; its IBAN begins with TR.',
      iban_taken: 'There is an account with this IBAN already.',
      last_enabled_account:
        'This is the last account that is open. Enable another one first, or pause deposits on the platform.',
      request_already_open: 'A request about this waits for a second person already. Let it end first.',
      // Of people.
      handle_taken: 'Somebody has or had this username; it is never given again. Write another one.',
      handle_invalid: 'A username has 2–32 small letters and digits, and begins with a letter.',
      no_role_named: 'A person needs at least one role.',
      last_administrator:
        'They are the only active administrator: they can’t be disabled and keep the role. Add another administrator first.',
      administrators_first:
        'There are not two administrators yet. The first two are added at the command line.',
      email_taken:
        'Somebody signs in to the portal with this address already, perhaps at another partner. Write another one.',
      email_invalid: 'This is no mail address. Example: ayse@example.com',
      actor_name_letters: 'The name has characters that can be taken for others. Write it in Latin letters.',
      no_portal_role_named: 'Choose at least one role.',
      no_portal: 'The console was not told the portal’s address. Tell the technical team.',
      roles_from_past: 'The beginning of the roles has passed. Choose a later moment.',
      staff_disabled: 'The person is disabled. Let them in again first.',
      pressed_otherwise: 'This was sent before with other words. Reload the page and see what became of it.',
      state_conflict: 'It has changed meanwhile and was read again. Look, and try again.',
      // Of partners: terms, limits, keys, webhooks and pictures.
      commission_rate_out_of_range: 'Write a rate between 0 and 100.',
      fixed_commission_negative: 'The fixed part can’t be below zero.',
      terms_from_past: 'The beginning has passed. Choose a later moment.',
      limit_not_positive: 'Write a limit above zero, or leave it empty for none.',
      minimum_above_maximum: 'The least can’t be above the most.',
      player_day_count_out_of_range: 'Write a number a day between 1 and 100,000.',
      deposit_expiry_out_of_range: 'Write a time between a minute and 30 days.',
      support_address_invalid:
        'The support address was not taken. Write a page that begins with https, or a mailbox with mailto:.',
      settlement_iban_ours: 'This IBAN is one of our own accounts. Write the partner’s.',
      logo_type_unknown: 'This file is no PNG, JPEG or WebP.',
      logo_too_large: 'The file is larger than 16 KB. Make it smaller and choose it again.',
      logo_damaged: 'The file can’t be read; it may be damaged.',
      logo_size_out_of_range: 'The picture is larger than 2048 pixels. Make it smaller and choose it again.',
      api_key_revoked_before: 'This key was revoked before. Reload the page.',
      overlap_out_of_range: 'Write an overlap between 0 and 8784 hours.',
      endpoint_url_taken: 'The partner has a webhook to this address already.',
      endpoint_url_too_long: 'The address is too long; 2048 characters are the most.',
      endpoint_url_invalid:
        'The address was not taken. Write a whole public address that begins with https, without a user name and without #.',
      endpoint_disabled: 'This address is disabled; it has to be enabled first.',
      endpoint_paused: 'This address is paused, not disabled. Resume it.',
      endpoint_not_active: 'This address is not active; no test can be sent.',
      no_event_type_named: 'Choose at least one event.',
      last_live_secret: 'This is the only secret that signs; there is no older one to end.',
      webhook_test_open: 'A test of this address is under way. Try again in a moment.',
      webhook_tests_too_often: 'An address is tested five times a minute at most. Wait a little.',
      no_worker_alive: 'No worker runs, so no test can be sent. Tell who is on call.',
      key_not_started_with:
        'The processes that read secrets have not started with this key yet. Try again once they were restarted.',
      // Limits, settings and blocks.
      minimum_not_positive: 'The smallest amount must be above zero.',
      country_unknown: 'No IBAN begins with one of these codes. Write the two letters of countries.',
      no_country_named: 'Write at least one country.',
      already_blocked: 'It is blocked for at least as long already. Look for it in the list.',
      block_until_past: 'The end is in the past by now. Choose again how long.',
      block_ended_before: 'This block has been removed meanwhile.',
      text_holds_account:
        'This text can’t contain an IBAN, a long number or a web address: readers would take it for ours. Leave it out.',
      refused_by_database: 'The database refused this change; nothing was written. Tell the technical team.',
      other: 'The rules don’t allow it now. Reload the page and try again.',
    },
  },
};
