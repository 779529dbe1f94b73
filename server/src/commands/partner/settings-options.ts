import type { PartnerSettings, SettlementAccount } from '../../db/read/partners/partners.ts';
import { formatIban } from '@vezne/domain/iban';
import { amountText, pausedText } from '../layout.ts';
import { limitRows } from './limit-options.ts';

export const REDIRECT_HOST_HELP = 'a host that redirectUrl may name; may be given several times';
export const ALLOW_NETWORK_HELP =
  'a network that requests may come from, as 203.0.113.0/24; may be given several times';
export const REQUESTS_HELP = 'requests that each process takes from this partner in a second';
export const CREDIT_LINE_HELP = 'how far the balance may go below zero when a withdrawal is authorised';

/** A partner's settings as labels and values. */
export function settingsRows(partner: PartnerSettings): [label: string, value: string][] {
  return [
    ['status', partner.status],
    ['deposits', pausedText(partner.depositsPaused)],
    ['withdrawals', pausedText(partner.withdrawalsPaused)],
    ['credit line', amountText(partner.creditLineCents)],
    ['redirect hosts', partner.redirectHosts.join(' ') || 'any'],
    ['allowed networks', partner.allowedNetworks.join(' ') || 'any'],
    ['requests per second', partner.requestsPerSecond?.toString() ?? "the process's own limit"],
    ...limitRows(partner),
    [
      'settled to',
      partner.settlementAccount === null
        ? 'no account yet'
        : settlementAccountText(partner.settlementAccount),
    ],
    ['support address', partner.supportAddress ?? 'none'],
    ['on refunds, Turkish', partner.refundNote?.tr ?? 'nothing'],
    ['on refunds, English', partner.refundNote?.en ?? 'nothing'],
  ];
}

/** "TR33 0006 1005 1978 6457 8413 26, Acme A.Ş.". */
export function settlementAccountText({ iban, holderName }: SettlementAccount): string {
  return `${formatIban(iban)}, ${holderName}`;
}
