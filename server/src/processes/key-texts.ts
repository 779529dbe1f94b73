/** What is said of keys to whoever starts a process. */
import type { KeyUse } from '../db/read/installation/key-usage.ts';
import type { KeyPurpose } from '../keys/fingerprint.ts';
import type { WrongKey } from '../usecases/keys/check.ts';

const VARIABLES: Readonly<Record<KeyPurpose, string>> = {
  secret: 'VEZNE_SECRET_KEYS',
  page: 'VEZNE_PAGE_KEYS',
  reference_code: 'VEZNE_REFERENCE_CODE_KEY',
  portal: 'VEZNE_PORTAL_KEYS',
};

const HARM: Readonly<Record<KeyPurpose, string>> = {
  secret: 'it would open nothing that was sealed with it',
  page: 'it would change the addresses of hosted pages that players have',
  reference_code: 'it would give out reference codes that are in use',
  portal: 'it would open no secret of an authenticator app',
};

export function wrongKeyText({ key: { purpose, version }, registered }: WrongKey): string {
  const name =
    purpose === 'reference_code' ? VARIABLES[purpose] : `Version ${version} of ${VARIABLES[purpose]}`;
  if (registered === undefined) {
    return `${name} is not the key that sealed the secrets of this version. Put the right key back.`;
  }
  const since = `${registered.registeredAt.toISOString().slice(0, 10)} (by ${registered.registeredBy})`;
  const remedy =
    purpose === 'reference_code'
      ? 'Put that key back'
      : 'Put that key back, and give a new key a new version';
  return (
    `${name} is another key than the one that this database has known since ${since}: ${HARM[purpose]}. ${remedy}. ` +
    'If that one was never right, see docs/runbook.md, "A key is refused".'
  );
}

const USES = {
  credentials: {
    variable: 'VEZNE_SECRET_KEYS',
    one: 'credential',
    more: 'credentials',
    verb: 'which still seals',
  },
  webhook_secrets: {
    variable: 'VEZNE_SECRET_KEYS',
    one: 'webhook secret',
    more: 'webhook secrets',
    verb: 'which still seals',
  },
  totp_secrets: {
    variable: 'VEZNE_SECRET_KEYS',
    one: 'secret of an authenticator app',
    more: 'secrets of authenticator apps',
    verb: 'which still seals',
  },
  portal_totp_secrets: {
    variable: 'VEZNE_PORTAL_KEYS',
    one: 'secret of an authenticator app',
    more: 'secrets of authenticator apps',
    verb: 'which still seals',
  },
  open_pages: {
    variable: 'VEZNE_PAGE_KEYS',
    one: 'open hosted page',
    more: 'open hosted pages',
    verb: 'which made the addresses of',
  },
} as const;

/** The first version that is missing, with what needs it. */
export function missingKeyText(what: keyof typeof USES, missing: readonly KeyUse[]): string {
  const { variable, one, more, verb } = USES[what];
  const version = missing[0]?.version ?? 0;
  const uses = missing.filter((use) => use.version === version);
  const total = uses.reduce((sum, { count }) => sum + count, 0);
  const counted = `${total} ${total === 1 ? one : more}`;
  return `${variable} lacks version ${version}, ${verb} ${counted} (${partnersText(uses)}). ${REMEDIES[what]}`;
}

const RESEAL = 'Put it back; vezne keys reseal moves them to a newer version.';
const REMEDIES: Readonly<Record<keyof typeof USES, string>> = {
  credentials: RESEAL,
  webhook_secrets: RESEAL,
  totp_secrets: 'Put it back; a console that has both moves them to the newer version within minutes.',
  portal_totp_secrets: 'Put it back; a portal that has both moves them to the newer version within minutes.',
  open_pages: 'Put it back.',
};

export function missingPageKeyText(version: number): string {
  return (
    `VEZNE_PAGE_KEYS lacks version ${version}, which made the addresses of deposits that partners can still read. ` +
    'Put it back: a page key stays for as long as its deposits do.'
  );
}

/** More would hide the sentence around them. `vezne keys usage --json` has all. */
const MOST_PARTNERS = 5;

export function partnersText(uses: readonly KeyUse[]): string {
  const named = uses.slice(0, MOST_PARTNERS).map(({ partner, count }) => `${partner} ${count}`);
  const rest = uses.length - named.length;
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Somebody with the role's login has published another key than ours. */
export function wrongSealingKeyText(version: number, role: string): string {
  return (
    `The database has another public key under version ${version} of VEZNE_SECRET_KEYS than this process derives, published by ${role}. ` +
    'Secrets that the portal sealed with it may be known to a stranger. See docs/runbook.md, "A key is refused".'
  );
}
