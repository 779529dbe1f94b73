import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MorningPartner } from './morning/partners.ts';

/** What a demo must remember to restart on the same data: keys, passwords, and secrets that are shown only once. */
export interface DemoState {
  keys: Record<
    'VEZNE_SECRET_KEYS' | 'VEZNE_PAGE_KEYS' | 'VEZNE_REFERENCE_CODE_KEY' | 'VEZNE_PORTAL_KEYS',
    string
  >;
  rolePassword: string;
  partner?: { name: string; apiKey: string; apiSecret: string; hashSecret: string };
  /** Our own people. A link is there until its person has enrolled. */
  staff?: { handle: string; role: string; password: string; link?: string }[];
  /** Of the demo shop and of a partner of the morning. A link is there until its person has come in. */
  partnerPeople?: { email: string; partner: string; role: string; password: string; link?: string }[];
  /** The partners of the morning; `begun`: it was interrupted. */
  morning?: { partners: MorningPartner[] } | 'begun';
  /** The address at which the demo shop gets events. */
  webhook?: { endpointId: string; secret: string };
}

export async function loadState(directory: string): Promise<DemoState> {
  const file = stateFile(directory);
  const key = () => randomBytes(32).toString('base64');
  const keys = {
    VEZNE_SECRET_KEYS: `1:${key()}`,
    VEZNE_PAGE_KEYS: `1:${key()}`,
    VEZNE_REFERENCE_CODE_KEY: key(),
    VEZNE_PORTAL_KEYS: `1:${key()}`,
  };
  if (!existsSync(file)) return { keys, rolePassword: randomBytes(18).toString('base64url') };
  const state = JSON.parse(await readFile(file, 'utf8')) as DemoState;
  // A demo that an earlier version made lacks the keys of what it did not have.
  return { ...state, keys: { ...keys, ...state.keys } };
}

export async function saveState(directory: string, state: DemoState): Promise<void> {
  await writeFile(stateFile(directory), JSON.stringify(state, null, 2), { mode: 0o600 });
}

function stateFile(directory: string): string {
  return join(directory, 'state.json');
}
