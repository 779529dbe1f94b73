import { isIP } from 'node:net';
import type { Kysely } from 'kysely';
import { supportAddressProblem } from '@vezne/domain/support-address';
import { readNetworks } from '../../db/read/partners/networks.ts';
import type { PartnerSettings, RefundNote } from '../../db/read/partners/partners.ts';
import type { Database } from '../../db/schema.ts';
import { refused } from '../refusal.ts';
import { textForStrangers } from '../text-for-strangers.ts';
import { checkedSettlementAccount } from './checked-settlement-account.ts';

/** What an administrator may set on a partner. Missing values stay as they are. */
export type SettablePartnerSettings = Partial<
  Omit<PartnerSettings, 'status' | 'depositsPaused' | 'withdrawalsPaused'>
>;

const NAME_MAX_LENGTH = 64;
/** A sentence or two, which still fit on a phone beside everything else that the page has to say. */
const REFUND_NOTE_MAX_LENGTH = 200;
/** DNS allows 253 characters in a name. */
const HOST_MAX_LENGTH = 253;
/** Far more than one process can answer in a second. A larger figure is a typing error. */
const MAX_REQUESTS_PER_SECOND = 100_000;

/** The settings in the form that is stored and compared. */
export async function checkedSettings(
  db: Kysely<Database>,
  settings: SettablePartnerSettings,
): Promise<SettablePartnerSettings> {
  const { name, redirectHosts, allowedNetworks, requestsPerSecond, settlementAccount } = settings;
  const { supportAddress, refundNote } = settings;
  if (requestsPerSecond !== undefined && requestsPerSecond !== null) checkRate(requestsPerSecond);
  return {
    ...settings,
    ...(name === undefined
      ? {}
      : { name: textForStrangers('partner_name', name, { maxLength: NAME_MAX_LENGTH }) }),
    ...(redirectHosts === undefined ? {} : { redirectHosts: [...new Set(redirectHosts.map(checkedHost))] }),
    ...(allowedNetworks === undefined ? {} : { allowedNetworks: await checkedNetworks(db, allowedNetworks) }),
    ...(settlementAccount
      ? { settlementAccount: await checkedSettlementAccount(db, settlementAccount) }
      : {}),
    ...(typeof supportAddress === 'string' ? { supportAddress: checkedSupportAddress(supportAddress) } : {}),
    ...(refundNote ? { refundNote: checkedRefundNote(refundNote) } : {}),
  };
}

function checkRate(requestsPerSecond: number): void {
  if (
    Number.isInteger(requestsPerSecond) &&
    requestsPerSecond >= 1 &&
    requestsPerSecond <= MAX_REQUESTS_PER_SECOND
  )
    return;
  throw refused('requests_per_second_out_of_range', { max: MAX_REQUESTS_PER_SECOND });
}

function checkedSupportAddress(text: string): string {
  const problem = supportAddressProblem(text);
  if (problem !== undefined) throw refused('support_address_invalid', { problem });
  return text;
}

function checkedRefundNote({ tr, en }: RefundNote): RefundNote {
  const checked = (text: string): string =>
    textForStrangers('refund_note', text, { maxLength: REFUND_NOTE_MAX_LENGTH });
  return { tr: checked(tr), en: checked(en) };
}

/** The host as URL writes it: lower case, punycode. A redirectUrl's host is compared with this form. */
function checkedHost(text: string): string {
  const hostname = /[\s/?#@\\%]/.test(text) ? undefined : URL.parse(`https://${text}`)?.hostname;
  const hasPort = /:\d*$/.test(text) && !text.endsWith(']');
  if (
    hostname === undefined ||
    hostname === '' ||
    hostname.length > HOST_MAX_LENGTH ||
    hostname.includes('*') ||
    hasPort
  ) {
    throw refused('host_name_invalid', { text });
  }
  return hostname;
}

/** As PostgreSQL writes them, each once. */
export async function checkedNetworks(db: Kysely<Database>, texts: readonly string[]): Promise<string[]> {
  for (const text of texts) checkNetworkForm(text);
  const networks = await readNetworks(db, texts);
  for (const [index, { network, isWhole }] of networks.entries()) {
    if (!isWhole) throw refused('network_not_whole', { text: texts[index] ?? network, network });
  }
  return [...new Set(networks.map(({ network }) => network))];
}

function checkNetworkForm(text: string): void {
  const [, address = '', bits] = /^([0-9a-fA-F:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || Number(bits ?? 0) > (family === 6 ? 128 : 32))
    throw refused('network_invalid', { text });
}
