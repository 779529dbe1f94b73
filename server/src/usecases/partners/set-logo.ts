import { createHash } from 'node:crypto';
import { imageSizeOf } from '@vezne/domain/image-size';
import { imageTypeOf } from '@vezne/domain/image-type';
import type { ImageType } from '@vezne/domain/image-type';
import { findLogoHash } from '../../db/read/partners/partner-logos.ts';
import type { PartnerRecord } from '../../db/read/partners/partners.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { putLogo, removeLogo } from '../../db/write/partners/partner-logos.ts';
import type { AdminContext } from '../admin-context.ts';
import { pressDetails, stopAtEcho } from '../four-eyes/done-press.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';
import { getPartnerForChange } from './get.ts';

/** With this limit, a whole hosted page stays below 40 KB. */
export const LOGO_MAX_BYTES = 16 * 1024;

/** Many times the 128 pixels that are shown. A small file that claims more pixels is not a real logo. */
export const LOGO_MAX_PIXELS = 2048;

const HASH_LENGTH = 16;

/** Sets the picture that players see beside a partner's name; null removes it. */
export async function setLogo(
  context: AdminContext,
  { partner: nameOrId, content }: { partner: string; content: Buffer | null },
): Promise<{ partner: PartnerRecord; isChanged: boolean }> {
  const { db, actor } = context;
  const action = content === null ? 'partner.remove_logo' : 'partner.set_logo';
  refuseUnlessMay(actor, action);
  const logo = content === null ? undefined : checkedLogo(content);
  return await db.transaction().execute(async (trx) => {
    const partner = await getPartnerForChange(trx, nameOrId);
    const input = { partnerId: partner.id, logo: logo?.contentHash ?? null };
    await stopAtEcho(trx, context, { action, input });
    const before = await findLogoHash(trx, partner.id);
    if (before === logo?.contentHash) return { partner, isChanged: false };
    if (logo) await putLogo(trx, { ...logo, partnerId: partner.id, createdBy: actor.name });
    else await removeLogo(trx, partner.id);
    await insertAuditEntry(trx, {
      actor,
      action,
      subjectType: 'partner',
      subjectId: partner.id,
      details: {
        before: { logo: before ?? null },
        after: { logo: logo?.contentHash ?? null },
        ...pressDetails(context, { input }),
      },
    });
    return { partner, isChanged: true };
  });
}

function checkedLogo(content: Buffer): { content: Buffer; contentType: ImageType; contentHash: string } {
  const contentType = imageTypeOf(content);
  if (contentType === undefined) throw refused('logo_type_unknown');
  if (content.length > LOGO_MAX_BYTES)
    throw refused('logo_too_large', { bytes: content.length, maxBytes: LOGO_MAX_BYTES });
  const size = imageSizeOf(content, contentType);
  if (size === undefined) throw refused('logo_damaged');
  const { width, height } = size;
  if (Math.min(width, height) < 1 || Math.max(width, height) > LOGO_MAX_PIXELS)
    throw refused('logo_size_out_of_range', { width, height, maxPixels: LOGO_MAX_PIXELS });
  const contentHash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  return { content, contentType, contentHash };
}
