import { formatIban } from '@vezne/domain/iban';
import type { BlockRecord } from '../../db/read/partners/blocked-parties.ts';
import { timeText } from '../layout.ts';

/** "Player player-1 of Acme", or "IBAN TR33 0006 …". */
export function partyText({ customerId, partnerName, iban }: BlockRecord): string {
  return iban === null ? `Player ${customerId} of ${partnerName}` : `IBAN ${formatIban(iban)}`;
}

export function untilText({ expiresAt }: BlockRecord): string {
  return expiresAt === null ? 'for ever' : `until ${timeText(expiresAt)}`;
}
