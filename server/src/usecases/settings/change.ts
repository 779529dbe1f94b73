import { readSettingsInForce } from '../../db/read/platform-settings.ts';
import type { PlatformSettings, SettingsVersion } from '../../db/read/platform-settings.ts';
import { insertCommandLineEntry } from '../../db/write/audit-entries.ts';
import { insertSettingsVersion, lockPlatformSettings } from '../../db/write/platform-settings.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';

export interface ChangedSettings {
  settings: SettingsVersion;
  /** undefined: they were like that already, and no version was added. */
  change: Change | undefined;
}

/** The one subject under which the audit log keeps changes of the whole platform. */
export const PLATFORM_SUBJECT = { type: 'platform', id: 'platform' } as const;

/** Adds a version of the platform's settings that keeps everything that isn't named. */
export async function changeSettings(
  { db, actor }: AdminContext,
  request: { action: string; wishes: Partial<PlatformSettings>; check?: (wanted: PlatformSettings) => void },
): Promise<ChangedSettings> {
  return await db.transaction().execute(async (trx) => {
    await lockPlatformSettings(trx);
    const before = await readSettingsInForce(trx);
    const wanted = { ...before, ...request.wishes };
    request.check?.(wanted);
    const change = changeBetween(before, wanted);
    if (change === undefined) return { settings: before, change };
    await insertSettingsVersion(trx, { ...wanted, createdBy: actor });
    const settings = await readSettingsInForce(trx);
    await insertCommandLineEntry(trx, {
      actor,
      action: request.action,
      subjectType: PLATFORM_SUBJECT.type,
      subjectId: PLATFORM_SUBJECT.id,
      details: { version: settings.version, ...change },
    });
    return { settings, change };
  });
}
