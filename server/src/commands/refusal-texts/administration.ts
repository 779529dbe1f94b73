import { formatIban } from '@vezne/domain/iban';
import { formatAmount } from '@vezne/domain/money';
import { SUPPORT_ADDRESS_MAX_LENGTH } from '@vezne/domain/support-address';
import type { SupportAddressProblem } from '@vezne/domain/support-address';
import type { TextProblem } from '@vezne/domain/text';
import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import { toEventId, toTransactionId } from '../../ids.ts';
import type {
  AdministrationRefusals,
  TextField,
  WebhookUrlProblem,
} from '../../usecases/refusals/administration.ts';
import { timeText } from '../layout.ts';
import type { Sentences } from './sentences.ts';

const FIELDS: Readonly<Record<TextField, string>> = {
  bank_name: "The bank's name",
  holder_name: "The holder's name",
  partner_name: "The partner's name",
  actor_name: 'The name for the audit log',
  note: 'The note',
  bank_reference: "The bank's reference",
  sender_seen: "The sender's name",
  player_id: "The player's id",
  reason: 'The reason',
  staff_name: "The person's name",
  refund_note: 'The sentence about refunds',
};

const TEXT_PROBLEMS: Readonly<Record<TextProblem, string>> = {
  lone_surrogate: 'half of a character',
  control_character: 'a control character or a line break',
  format_character: 'an invisible or direction-changing character',
  private_use_character: 'a character without an agreed appearance',
  not_nfc: 'a character in an unusual composition',
};

const URL_PROBLEMS: Readonly<Record<WebhookUrlProblem, string>> = {
  odd_character:
    'contains a space, a backslash or a character outside ASCII. Write an international name in punycode (xn--…) and percent-encode the rest.',
  fragment: 'has a fragment (#…), which is never sent. Leave it out.',
  incomplete: 'is not complete. Give all of it, from https:// on.',
  user_info: 'contains a user name or password. Leave it out: deliveries are signed.',
  odd_host:
    'does not name its host in the plain form. Write it like https://hooks.example.com/vezne, without a dot at its end.',
  not_https: 'does not use https. Give one that starts with https://.',
  private_network: 'leads into a private network. Give one that the internet can reach.',
};

const SUPPORT_PROBLEMS: Readonly<Record<SupportAddressProblem, string>> = {
  too_long: `has more than ${SUPPORT_ADDRESS_MAX_LENGTH} characters, with five for each & and '. Give a shorter one.`,
  odd_character:
    'contains a space or a character that an address cannot have. Write an international name in punycode (xn--…) and percent-encode the rest.',
  odd_scheme: 'is neither a page nor a mailbox. Give one that starts with https:// or mailto:.',
  user_info: 'contains a user name or password. Leave it out.',
  odd_host:
    'does not name a public host in its plain form. Write it like https://help.example.com/contact, in small letters.',
  odd_mailbox:
    'is not one plain mailbox. Write it like mailto:help@example.com, without anything after it: we add the subject.',
  reserved_parameter: 'has the parameter reference already, which we add. Leave it out.',
};

const NAME_EVENTS = `Name some of ${EVENT_TYPES.join(', ')}, or all.`;

const BYTES_PER_KIB = 1024;
const SECONDS_PER_MINUTE = 60;

export const ADMINISTRATION_SENTENCES: Sentences<AdministrationRefusals> = {
  text_unusable: ({ field, problem }) =>
    `${FIELDS[field]} contains ${TEXT_PROBLEMS[problem]}. Type it again without it.`,
  actor_name_letters: ({ name }) =>
    `The name "${name}" has letters that can be taken for others. Use Latin letters, digits, blanks, and . - ' _ only.`,
  text_empty: ({ field }) => `${FIELDS[field]} is empty. Give at least one letter.`,
  text_holds_account: ({ field }) =>
    `${FIELDS[field]} contains an IBAN, a long number or a web address, which readers would take for ours. Leave it out.`,
  text_too_long: ({ field, length, maxLength }) =>
    `${FIELDS[field]} has ${length} characters. Shorten it to ${maxLength}.`,
  overlap_out_of_range: ({ maxHours }) =>
    `The overlap must be a whole number of hours from 0 to ${maxHours}; 168 are a week.`,

  key_version_missing: ({ version }) =>
    `VEZNE_SECRET_KEYS lacks version ${version}, which seals some of the secrets. Give all versions that are in use; vezne keys usage lists them.`,
  key_not_started_with: ({ version, role }) =>
    `No ${role === 'vezne_api' ? 'api' : 'worker'} has started with version ${version} of VEZNE_SECRET_KEYS yet, so none could open what is sealed with it. Restart all of them with it first.`,

  partner_not_found: ({ named }) =>
    `There is no partner "${named}". See all partners with: vezne partner list`,
  partner_name_taken: ({ name }) =>
    `Another partner is named "${name}" already, in this or another case. Choose another name.`,
  requests_per_second_out_of_range: ({ max }) =>
    `Requests per second must be a whole number from 1 to ${max}.`,
  limit_not_positive: () =>
    'A limit must be greater than zero. Give an amount above 0.00, or take the limit away.',
  player_day_count_out_of_range: ({ max }) =>
    `A player's transactions in a day must be a whole number from 1 to ${max}. To stop them all, pause the partner.`,
  deposit_expiry_out_of_range: ({ minSeconds, maxSeconds }) =>
    'This is too short or too long for a deposit to wait for its payment. ' +
    `Give ${minSeconds / SECONDS_PER_MINUTE} to ${maxSeconds / SECONDS_PER_MINUTE} minutes; 120 are two hours.`,
  host_name_invalid: ({ text }) =>
    `"${text}" is not a host name. Give the bare name, such as shop.example.com, without scheme, port or path.`,
  support_address_invalid: ({ problem }) => `The support address ${SUPPORT_PROBLEMS[problem]}`,
  network_invalid: ({ text }) =>
    `"${text}" is not a network. Write it as 203.0.113.0/24, 2001:db8::/32 or a single address.`,
  network_not_whole: ({ text, network }) =>
    `"${text}" is an address inside the network ${network}. Write ${network}, or the address without a slash.`,
  commission_rate_out_of_range: ({ maxBasisPoints }) =>
    `A commission rate must be 0 to ${maxBasisPoints} basis points; 300 are 3 %.`,
  fixed_commission_negative: () => 'A fixed commission must be 0.00 or more.',
  terms_from_past: ({ from, now }) =>
    `Terms can't begin in the past: ${timeText(from)} was before ${timeText(now)}. ` +
    'Give a later time, or --from now.',
  settlement_iban_ours: ({ iban }) =>
    `${formatIban(iban)} is one of our own bank accounts, and a settlement leaves us. Give the partner's account.`,
  logo_type_unknown: () => 'The logo is none of PNG, JPEG and WebP. Save it as one of these and try again.',
  logo_too_large: ({ bytes, maxBytes }) =>
    `The logo has ${bytes} bytes, and ${maxBytes / BYTES_PER_KIB} KiB is the most. Save it smaller.`,
  logo_damaged: () => 'The logo is damaged: its header is not whole. Save the picture again.',
  logo_size_out_of_range: ({ width, height, maxPixels }) =>
    `The logo is ${width} x ${height} pixels, and each side may have 1 to ${maxPixels}. Save it in another size.`,

  api_key_not_found: ({ apiKey }) =>
    `There is no API key "${apiKey}". See a partner's keys with: vezne credentials list PARTNER`,
  api_key_revoked_before: ({ apiKey }) => `The API key ${apiKey} was revoked before. Nothing is left to do.`,

  bank_account_not_found: ({ named }) =>
    `There is no bank account "${named}". See all accounts with: vezne bank-account list`,
  iban_invalid: ({ text }) =>
    `"${text}" is not an IBAN: its length or its check digits are wrong. Compare it with the bank's letter.`,
  iban_not_turkish: ({ iban }) =>
    `${formatIban(iban)} is not a Turkish IBAN. Everything is paid in TRY, so the account must be in Turkey.`,
  iban_taken: ({ iban }) =>
    `The IBAN ${formatIban(iban)} was added before. See it with: vezne bank-account show "${formatIban(iban)}"`,
  last_enabled_account: () =>
    'This is the last enabled account, and without one every deposit is refused. ' +
    'Enable another account first, or pause all deposits with: vezne platform pause --deposits',

  minimum_not_positive: ({ type }) => `The ${type} minimum must be greater than zero.`,
  country_unknown: ({ text }) =>
    `No IBAN begins with "${text}". Write countries as two capital letters with commas: TR,DE.`,
  no_country_named: () => 'No country is named. Payouts need at least one, such as TR.',
  minimum_above_maximum: ({ type, minCents, maxCents }) =>
    `The ${type} minimum of ${formatAmount(minCents)} would be above the maximum of ${formatAmount(maxCents)}. ` +
    `Give both: --${type}-min and --${type}-max.`,

  block_not_found: ({ blockId }) => `There is no block "${blockId}". See all blocks with: vezne block list`,
  block_ended_before: ({ blockId }) => `The block ${blockId} was removed before. Nothing is left to do.`,
  already_blocked: ({ blockId, until }) =>
    `Blocked already, ${until === null ? 'for ever' : `until ${timeText(until)}`}, by the block ${blockId}. Nothing is left to do.`,
  block_until_past: () => 'The block would end before it begins. Give a time that is still to come.',

  endpoint_not_found: ({ named }) =>
    `There is no webhook endpoint "${named}". See all endpoints with: vezne webhook list`,
  endpoint_ambiguous: ({ url }) =>
    `Several partners have an endpoint with the address ${url}. Name it by its id; see them with: vezne webhook list`,
  endpoint_url_taken: ({ url }) =>
    `The partner has an endpoint with the address ${url} already. See its endpoints with: vezne webhook list`,
  endpoint_url_too_long: ({ length, maxLength }) =>
    `The webhook address has ${length} characters. Shorten it to ${maxLength}.`,
  endpoint_url_invalid: ({ problem }) => `The webhook address ${URL_PROBLEMS[problem]}`,
  endpoint_disabled: ({ endpointId, wanted }) =>
    `The endpoint is disabled, ${wanted === 'pause' ? 'which is more than paused' : 'not paused'}. ` +
    `To use it again: vezne webhook enable ${endpointId}`,
  endpoint_paused: ({ endpointId }) =>
    `The endpoint is paused, not disabled. To go on: vezne webhook resume ${endpointId}`,
  event_type_unknown: ({ name }) => `There is no event ${JSON.stringify(name)}. ${NAME_EVENTS}`,
  no_event_type_named: () => `No event is named. ${NAME_EVENTS}`,
  last_live_secret: ({ endpointId }) =>
    'The endpoint has one live secret, and without one nothing could be signed. ' +
    `To replace it at once: vezne webhook rotate ${endpointId} --overlap-hours 0`,
  endpoint_not_active: ({ endpointId, status }) =>
    `The endpoint is ${status}, so nothing is sent to it, not even a test. ` +
    `To use it again: vezne webhook ${status === 'paused' ? 'resume' : 'enable'} ${endpointId}`,
  webhook_test_open: ({ endpointId }) =>
    'Another test of this endpoint is under way, and one runs at a time. ' +
    `Try again in a moment: vezne webhook test ${endpointId}`,
  webhook_tests_too_often: ({ endpointId, maxCount, waitSeconds }) =>
    `The endpoint was tested ${maxCount} times within a minute, which is the most. ` +
    `Try again in ${waitSeconds} s: vezne webhook test ${endpointId}`,
  no_worker_alive: () =>
    'No worker runs, and only a worker sends webhooks. Start one with: vezne worker. See what runs with: vezne status',
  replay_needs_endpoint: () => 'Several events are replayed to one endpoint at a time. Name the endpoint.',
  event_not_found: ({ eventId, isEndpointNamed }) =>
    `There is no event ${toEventId(eventId)}${isEndpointNamed ? ' of the partner of this endpoint' : ''}. ` +
    'Check the id; see events with: vezne webhook deliveries ENDPOINT',
  partner_has_no_endpoint: () => 'The partner has no webhook endpoint. Add one with: vezne webhook add',
  event_for_no_endpoint: () =>
    'No endpoint gets this event: it comes by itself yet, or none asks for events of its kind. ' +
    'See what they ask for with: vezne webhook list',

  transaction_has_no_receipt: ({ transactionId }) =>
    `${toTransactionId(transactionId)} has no receipt. Its player has sent none.`,
  receipt_not_found: ({ transactionId, receiptNo, numbers }) =>
    `${toTransactionId(transactionId)} has no receipt ${receiptNo}. Its receipts: ${numbers.join(', ')}.`,
  published_head_unreadable: ({ lineNo }) =>
    `Line ${lineNo} of the published heads is not a head. It must look like: 17 64-HEX-DIGITS TIME.`,
  processes_at_work: ({ processes }) =>
    `Processes are at work here (${processes.join(', ')}), so the newest rows don't tell what the restore has undone. ` +
    'Stop them first, or say with --promoted TIME when this server took over: its log and `patronictl history` have it.',
  processes_have_worked: ({ process, seenAt, since }) =>
    `A process (${process}) wrote here at ${timeText(seenAt)}, and what this server began with ends at ${timeText(since)}. ` +
    "So the newest rows don't tell what the restore has undone. " +
    'Say with --promoted TIME when this server took over: its log and `patronictl history` have it.',
  reference_codes_few: ({ codes, left }) =>
    `Of the ${left} reference codes that are left, ${codes} would be skipped. ` +
    'Say with --skip-codes NUMBER how many deposits the lost time may have had; ten times too many do no harm.',
};
