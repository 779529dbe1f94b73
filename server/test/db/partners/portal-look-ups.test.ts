/** What the portal reads on the connection that it writes on, and that it reads nothing which no test has tried. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { relativeImports } from '../../../../tools/runner/relative-imports.ts';
import { writeAsPartner } from '../../../src/db/partner-scope.ts';
import type { SignInWrites } from '../../../src/db/sign-in-store.ts';
import { partnerSignInWrites } from '../../../src/db/write/partners/partner-sign-in.ts';
import { newId } from '../../../src/ids.ts';
import { ARGON_HASH } from '../rows/staff-rows.ts';
import { openTwoPartners } from '../rows/two-partners.ts';
import type { PeopledPartner } from '../rows/two-partners.ts';

const OPTIONS = { timeoutMs: 5_000 };

const personOf = ({ person }: PeopledPartner): { id: string } => ({ id: String(person['id']) });
const sessionOf = ({ rows: { session } }: PeopledPartner): string => String(session['id']);
const passkeyOf = ({ rows: { passkey } }: PeopledPartner): string => String(passkey['id']);

type LookUp = (writes: SignInWrites, of: PeopledPartner) => Promise<unknown>;

/**
 * No statement of these names a partner: they know a person or a session by its id, and row-level security alone keeps them from another
 * partner's. Some change what they find, and say by their answer whether there was anything.
 */
const LOOK_UPS: Readonly<Record<string, { lookUp: LookUp; own: unknown; nothing: unknown }>> = {
  lockFactors: {
    lookUp: async (writes, of) => await writes.lockFactors(personOf(of)),
    own: { factorCount: 2, passkeyCount: 1 },
    nothing: { factorCount: 0, passkeyCount: 0 },
  },
  holdSession: {
    lookUp: async (writes, of) => await writes.holdSession(sessionOf(of)),
    own: true,
    nothing: false,
  },
  holdPassword: {
    lookUp: async (writes, of) => await writes.holdPassword({ person: personOf(of), hash: ARGON_HASH }),
    own: true,
    nothing: false,
  },
  replacePassword: {
    lookUp: async (writes, of) =>
      await writes.replacePassword({
        person: personOf(of),
        before: ARGON_HASH,
        after: ARGON_HASH,
        now: new Date(),
      }),
    own: true,
    nothing: false,
  },
  endSession: {
    lookUp: async (writes, of) =>
      await writes.endSession({ id: sessionOf(of), reason: 'signed_out', now: new Date() }),
    own: true,
    nothing: false,
  },
  endOtherSessions: {
    lookUp: async (writes, of) =>
      await writes.endOtherSessions({
        person: personOf(of),
        keptId: newId(),
        reason: 'signed_out',
        now: new Date(),
      }),
    own: 1,
    nothing: 0,
  },
  renamePasskey: {
    lookUp: async (writes, of) =>
      await writes.renamePasskey({ id: passkeyOf(of), person: personOf(of), name: 'Mine' }),
    own: true,
    nothing: false,
  },
  deletePasskey: {
    lookUp: async (writes, of) => await writes.deletePasskey({ id: passkeyOf(of), person: personOf(of) }),
    own: { name: 'Laptop' },
    nothing: undefined,
  },
  deleteTotp: {
    lookUp: async (writes, of) => await writes.deleteTotp(personOf(of)),
    own: true,
    nothing: false,
  },
};

test("what is looked up before a write knows nothing of another partner's person", async (t) => {
  const { database, owner, ours, theirs } = await openTwoPartners(t);
  await owner.query('update partner_totp set confirmed_at = now()');
  const portal = database.pool('vezne_portal');
  for (const [name, { lookUp, own, nothing }] of Object.entries(LOOK_UPS)) {
    await t.test(name, async () => {
      const found = await writeAsPartner(
        portal,
        ours.id,
        async (client) => {
          const undone = async (of: PeopledPartner): Promise<unknown> => {
            await client.query('savepoint before');
            const answer = await lookUp(partnerSignInWrites(client), of);
            await client.query('rollback to savepoint before');
            return answer;
          };
          return { foreign: await undone(theirs), own: await undone(ours) };
        },
        OPTIONS,
      );
      assert.deepEqual(found, { foreign: nothing, own });
    });
  }
});

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Every module of ours that a portal process has. */
function loadedByPortal(): string[] {
  const seen = new Set([`${SRC}processes/portal.ts`]);
  // A loop over a set also visits what is added during the loop.
  for (const module of seen)
    for (const imported of relativeImports(module, readFileSync(module, 'utf8'))) seen.add(imported);
  return [...seen].map((module) => relative(SRC, module)).toSorted();
}

/** Beside db/read/portal, whose every read partner-scope.test.ts tries. */
const OTHER_READS: Readonly<Record<string, string>> = {
  'ledger/partner-books.ts': 'tried there',
  'partners/partner-days.ts': 'tried there',
  'partners/partner-months.ts': 'tried there',
  'ledger/entry-number-at.ts': 'a part of statements that are tried there',
  'webhooks/undelivered.ts': 'a part of statements that are tried there',
  'webhooks/tests.ts': 'a bound, and no statement',
  'partners/networks.ts': 'reads what is typed, and no table',
  'installation/key-fingerprints.ts': 'of the installation: its keys',
  'installation/key-usage.ts': 'of the installation: how many secrets each key has sealed',
  'installation/older-processes.ts': 'of the installation: its processes',
  'installation/schema-migrations.ts': 'of the installation: its schema',
  'installation/sealing-keys.ts': 'of the installation: the key that secrets are sealed with',
  'audit/entries.ts': 'comes with a module of the console; the role of the portal may not read the table',
  'bank-accounts/bank-accounts.ts':
    'comes with a module of the console; the role of the portal may not read the table',
  'requests/four-eyes-requests.ts':
    'comes with a module of the console; the role of the portal may not read the table',
  'requests/requests-about.ts':
    'comes with a module of the console; the role of the portal may not read the table',
  'installation/sealed-secrets.ts': 'looks at secrets, for the other processes',
  'webhooks/endpoints.ts': 'comes with a module of the console, and reads columns that the portal may not',
};

/** A table behind a `select` of this statement; what follows `delete` or is called like a function is none. */
const SELECTED = /\bselect\b(?:(?!\b(?:select|delete)\b|[`;]).)*?\bfrom (\w+)\b(?!\()/gs;

/** Where the portal writes, and what it finds there by `select`. Sign-in comes before a partner is known, by functions of the database. */
const SELECTED_TO_WRITE: Readonly<Record<string, readonly string[]>> = {
  'db/portal-sign-in.ts': [],
  'db/write/partners/partner-keys.ts': [],
  'db/write/partners/partner-look.ts': [],
  'db/write/partners/partner-people.ts': [],
  'db/write/partners/partner-sign-in.ts': [
    'partner_session',
    'partner_password',
    'partner_totp',
    'partner_passkey',
  ],
  'db/write/partners/partner-statements.ts': [],
};

suite('the portal reads nothing that no test has tried', () => {
  test('what its process loads to read is tried, or reads nothing of a partner', () => {
    const others = loadedByPortal()
      .filter((path) => path.startsWith('db/read/') && !path.startsWith('db/read/portal/'))
      .map((path) => path.replace('db/read/', ''));
    assert.deepEqual(others, Object.keys(OTHER_READS).toSorted());
  });

  test('what it looks up where it writes is tried here', () => {
    const places = loadedByPortal().filter((path) => /^db\/(write\/partners\/partner|portal)-/.test(path));
    const selected = places.map((path) => {
      const source = readFileSync(SRC + path, 'utf8');
      return [path, [...source.matchAll(SELECTED)].map(([, table]) => table)];
    });
    assert.deepEqual(Object.fromEntries(selected), SELECTED_TO_WRITE);
  });
});
