import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import { createDatabase } from '../../db/kysely.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { insertLook } from '../../db/write/partners/partner-look.ts';
import { newId } from '../../ids.ts';
import { newToken } from '../../keys/session-tokens.ts';
import { checkedText } from '../checked-text.ts';
import { refuseUnlessMay } from '../may.ts';
import { getPartner } from '../partners/get.ts';
import { lookLink } from './portal-links.ts';

/**
 * A link to the portal as a partner sees it, for whoever asks. It opens once, within a minute. What it opens only reads, and is over with the
 * session at the console that asked for it.
 */
export async function askForLook(
  { pool, actor, portalUrl }: { pool: pg.Pool; actor: SignedInPerson; portalUrl: string },
  { partner, reason: typed }: { partner: string; reason: string },
): Promise<{ url: string; opensUntil: Date }> {
  refuseUnlessMay(actor, 'partner.look');
  const reason = checkedText('reason', typed, { maxLength: 1024 });
  const { token, tokenHash } = newToken();
  const id = newId();
  return await createDatabase(pool)
    .transaction()
    .execute(async (trx) => {
      const { id: partnerId } = await getPartner(trx, partner);
      const opensUntil = await insertLook(trx, {
        id,
        partnerId,
        sessionId: actor.session.id,
        reason,
        tokenHash,
      });
      await insertAuditEntry(trx, {
        actor,
        action: 'partner.look',
        subjectType: 'partner',
        subjectId: partnerId,
        details: { look: id, reason },
      });
      return { url: lookLink(portalUrl, token), opensUntil };
    });
}
