import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createDatabase } from '../../src/db/kysely.ts';
import { sealAndPublish } from '../../src/jobs/audit-log/seal.ts';
import { startApi } from '../../src/processes/api.ts';
import { apiConfig } from '../harness/api.ts';
import { post } from '../harness/client.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { assertCreated } from '../harness/expectations.ts';
import { depositBody, insertBankAccount, insertPartner } from '../harness/factories.ts';
import type { TestPartner } from '../harness/factories.ts';
import { silentLog } from '../harness/silent-log.ts';
import { jsonOf, manyVezneOn, vezneOn } from './vezne.ts';
import type { Ran } from './vezne.ts';

interface Shown {
  code: string;
  /** By the clock of the partner, which is that of the database here. */
  acknowledgedAtMs: number;
}

/** An api that comes, takes so many deposits whose players are shown a code, and goes. */
async function createDeposits(database: TestDatabase, partner: TestPartner, count: number): Promise<Shown[]> {
  const { url, stop } = await startApi(apiConfig(database), silentLog);
  try {
    return await Promise.all(
      Array.from({ length: count }, async () => {
        const { referenceCode } = assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
        return { code: String(referenceCode), acknowledgedAtMs: Date.now() };
      }),
    );
  } finally {
    await stop();
  }
}

/** Somebody works and a worker seals: then the head is published. */
async function workAndSeal(t: TestContext, database: TestDatabase, heads: string): Promise<void> {
  assertDone(await manyVezneOn(t, database)('platform', 'pause', '--withdrawals'));
  assertDone(await manyVezneOn(t, database)('platform', 'resume', '--withdrawals'));
  const pool = database.pool('vezne_worker');
  await sealAndPublish({ db: createDatabase(pool), pool, log: silentLog, auditHeadFile: heads });
}

interface World {
  partner: TestPartner;
  /** As it was at the moment. */
  moment: TestDatabase;
  /** When the last row of before the moment was written. */
  newest: Date;
  heads: string;
  /** What was acknowledged before and after the moment. */
  kept: Shown[];
  lost: Shown[];
}

/** A database of a moment, while the true one went on after it. */
async function cutBack(t: TestContext): Promise<World> {
  const database = await createTestDatabase(t);
  const partner = await insertPartner(database.pool());
  await insertBankAccount(database.pool());
  const directory = await mkdtemp(join(tmpdir(), 'vezne-restored-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const heads = join(directory, 'audit-heads');
  const kept = await createDeposits(database, partner, 5);
  await workAndSeal(t, database, heads);
  const { rows } = await database.pool().query<{ at: Date }>('select sealed_at as at from audit_seal');
  await database.close();
  const moment = await createTestDatabase(t, { copyOf: database });
  // The tests' server is the one of before, so its start doesn't tell which signs of life came with the copy.
  await moment.pool().query('delete from running_process');
  await moment.close();
  const lost = await createDeposits(database, partner, 20);
  await workAndSeal(t, database, heads);
  await workAndSeal(t, database, heads);
  return { partner, moment, newest: rows[0]?.at ?? assert.fail(), heads, kept, lost };
}

function assertDone({ code, stdout, stderr }: Ran): string {
  assert.deepEqual([code, stderr], [0, '']);
  return stdout;
}

test('a database that was cut back', async (t) => {
  const { partner, moment, newest, heads, kept, lost } = await cutBack(t);
  const copyFor = async (t2: TestContext) => {
    const copy = await createTestDatabase(t2, { copyOf: moment });
    return { copy, vezne: manyVezneOn(t2, copy) };
  };

  await t.test('the command names the moment and proves that something is gone', async (t2) => {
    const { copy, vezne } = await copyFor(t2);
    const told = jsonOf(await vezne('restored', '--heads', heads, '--json'));
    assert.equal(told['keptUntil'], newest.toISOString(), 'the newest row is the seal');
    for (const { acknowledgedAtMs } of kept) assert.ok(acknowledgedAtMs <= newest.getTime());
    for (const { acknowledgedAtMs } of lost) assert.ok(acknowledgedAtMs > newest.getTime());
    const found = told['heads'] as Record<string, { sealNo: number } & number>;
    assert.deepEqual([found['checked'], found['gone']], [3, 2]);
    assert.deepEqual(
      ['newestFound', 'firstGone', 'lastGone'].map((name) => found[name]?.sealNo),
      [1, 2, 3],
    );

    const { rows } = await copy
      .pool()
      .query<{ kind: string; actor: string; subject: string; details: Record<string, string> }>(
        `select actor_kind as kind, actor, subject_type || ':' || subject_id as subject, details from audit_entry
         where action = 'platform.restore'`,
      );
    assert.equal(rows.length, 1);
    const [{ details, ...entry } = assert.fail()] = rows;
    assert.deepEqual(entry, { kind: 'command_line', actor: 'ayse', subject: 'platform:platform' });
    const lines = (await readFile(heads, 'utf8')).split('\n');
    const { keptUntil, headsChecked, headsGone, goneFromSeal, goneToSeal, goneHead } = details;
    assert.deepEqual(
      { keptUntil, headsChecked, headsGone, goneFromSeal, goneToSeal, goneHead },
      {
        keptUntil: newest.toISOString(),
        headsChecked: '3',
        headsGone: '2',
        goneFromSeal: '2',
        goneToSeal: '3',
        goneHead: lines[2]?.split(' ')[1],
      },
    );

    // The entry is sealed like any other, in a chain that goes on from the head that is here.
    const until = `${heads}-until`;
    await writeFile(until, `${lines[0]}\n`);
    await workAndSeal(t2, copy, until);
    assertDone(await vezne('audit', 'verify', '--heads', until));
  });

  await t.test('no code comes again that a player was shown before or after the moment', async (t2) => {
    const { copy, vezne } = await copyFor(t2);
    const shown = new Set([...kept, ...lost].map(({ code }) => code));
    assertDone(await vezne('restored'));
    const again = await createDeposits(copy, partner, 20);
    assert.deepEqual(
      again.filter(({ code }) => shown.has(code)),
      [],
    );
    // Without the command they do: that is what it is for.
    const { copy: without } = await copyFor(t2);
    assert.ok((await createDeposits(without, partner, 20)).some(({ code }) => shown.has(code)));
  });

  await t.test('a person reads what is gone, where each feed ends, and what to do next', async (t2) => {
    const { vezne } = await copyFor(t2);
    const told = assertDone(await vezne('restored', '--heads', heads));
    assert.match(
      told,
      /^Everything that was acknowledged until \d{4}-\S+ \S+ \+03 is here\. What was acknowledged later is gone\.$/m,
    );
    assert.match(
      told,
      /^PROVEN: 2 published heads of the audit log gone, from seal 2 at .* to seal 3 at .*\.$/m,
    );
    assert.match(told, /^ {2}transaction +txn_[0-9a-f]{32} +\d{4}-/m);
    assert.match(told, /^ {2}No partner has an event\.$/m);
    assert.match(told, /^ {2}\d{6,} left out, .*; 340\d{7} left\.$/m);
    assert.match(told, /Tell every partner the moment/);
    assert.match(told, /let each worker begin a new one/);
  });

  await t.test(
    'it may be run again: codes move on, the moment stays, the run before is named',
    async (t2) => {
      const { vezne } = await copyFor(t2);
      const run = async () => jsonOf(await vezne('restored', '--heads', heads, '--json'));
      const [first, second, third] = [await run(), await run(), await run()];
      const [a, b, c] = [first, second, third].map(({ codes }) => (codes as { nextBlock: number }).nextBlock);
      assert.ok(Number(a) < Number(b) && Number(b) < Number(c));
      assert.deepEqual([second['keptUntil'], third['keptUntil']], [first['keptUntil'], first['keptUntil']]);
      assert.equal(first['lastRun'], undefined);
      const { by, details } = second['lastRun'] as { by: string; details: Record<string, string> };
      assert.deepEqual([by, details['keptUntil']], ['ayse', first['keptUntil']]);
      assert.match(assertDone(await vezne('restored')), /^It was run before, by ayse at /m);
    },
  );

  await t.test('where nothing is gone it says so, and without heads that nothing proves it', async (t2) => {
    const { copy, vezne } = await copyFor(t2);
    const own = `${heads}-own`;
    await workAndSeal(t2, copy, own);
    const whole = assertDone(await vezne('restored', '--heads', own));
    assert.match(
      whole,
      /^Nothing that was published is gone: 1 head found in the audit log, the newest of seal 2 at .*\.$/m,
    );
    assert.match(whole, /If anything was acknowledged later, it is gone\.$/m);
    assert.doesNotMatch(whole, /begin a new one/);
    const unproven = assertDone(await vezne('restored'));
    assert.match(unproven, /^No published head was given, so nothing proves what is gone\. /m);
    // Each worker has a file of its own: what one lacks, another has.
    const two = assertDone(await vezne('restored', '--heads', own, '--heads', heads));
    assert.match(two, /^PROVEN: 2 published heads /m);
  });

  await t.test(
    'beside processes it asks when the server took over, and only older rows count',
    async (t2) => {
      const { copy, vezne } = await copyFor(t2);
      const { url, stop } = await startApi(apiConfig(copy), silentLog);
      t2.after(stop);
      assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
      const refused = await vezne('restored');
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(
        refused.stderr,
        /^vezne: Processes are at work here \(vezne-api \d{4}\), .* --promoted TIME /,
      );
      const promoted = new Date(newest.getTime() + 1).toISOString();
      const told = jsonOf(await vezne('restored', '--promoted', promoted, '--json'));
      assert.equal(told['keptUntil'], newest.toISOString());
      const ahead = await vezne('restored', '--promoted', '2126-01-01T00:00Z');
      assert.equal(ahead.code, 1);
      assert.match(ahead.stderr, /^vezne: --promoted lies ahead\. /);
    },
  );

  await t.test(
    'after processes that have stopped it asks too: their rows would be the moment',
    async (t2) => {
      const { copy, vezne } = await copyFor(t2);
      await createDeposits(copy, partner, 1);
      const refused = await vezne('restored');
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(
        refused.stderr,
        /^vezne: A process \(api at \S+\) wrote here at .*, and what this server began with ends at .* --promoted TIME /,
      );
      const promoted = new Date(newest.getTime() + 1).toISOString();
      assert.equal(
        jsonOf(await vezne('restored', '--promoted', promoted, '--json'))['keptUntil'],
        newest.toISOString(),
      );
    },
  );

  await t.test(
    'where it can’t write its entry it does not say that nothing was changed: codes have moved on',
    async (t2) => {
      const { copy, vezne } = await copyFor(t2);
      const owner = copy.pool();
      const nextBlock = async () =>
        (await owner.query<{ block: bigint }>('select next_block as block from reference_code_counter'))
          .rows[0]?.block ?? assert.fail();
      const before = await nextBlock();
      const holder = await owner.connect();
      await holder.query('begin');
      await holder.query('lock table audit_entry in exclusive mode');
      const other = await vezne('platform', 'pause');
      assert.match(other.stderr, /^vezne: Another session holds what this needs, so nothing was changed\. /);
      const half = await vezne('restored');
      assert.deepEqual([half.code, half.stdout], [1, '']);
      assert.match(
        half.stderr,
        /^vezne: Another session holds .* What the command wrote before stays: look with vezne audit list, and run it again if it is not done\.\n$/,
      );
      const moved = await nextBlock();
      assert.ok(moved > before);
      await holder.query('rollback');
      holder.release();
      assertDone(await vezne('restored'));
      assert.ok((await nextBlock()) > moved);
    },
  );

  await t.test('what it refuses changes nothing, and a person may say how many codes to skip', async (t2) => {
    const { copy, vezne } = await copyFor(t2);
    const owner = copy.pool();
    const nextBlock = async () =>
      (await owner.query<{ block: bigint }>('select next_block as block from reference_code_counter')).rows[0]
        ?.block ?? assert.fail();
    const before = await nextBlock();
    await writeFile(`${heads}-damaged`, `${await readFile(heads, 'utf8')}half a li`);
    const damaged = await vezne('restored', '--heads', `${heads}-damaged`);
    assert.deepEqual([damaged.code, damaged.stdout], [1, '']);
    assert.match(damaged.stderr, /^vezne: Line 4 of the published heads is not a head\./);
    const missing = await vezne('restored', '--heads', '/nowhere/heads');
    assert.match(missing.stderr, /^vezne: The file of published heads cannot be read: \/nowhere\/heads\n$/);
    const longAgo = await vezne('restored', '--promoted', '2020-01-01T00:00Z');
    assert.equal(longAgo.code, 1);
    assert.match(
      longAgo.stderr,
      /^vezne: Of the 34\d{8} reference codes that are left, \d+ would be skipped\. .* --skip-codes NUMBER /,
    );
    assert.equal(await nextBlock(), before);
    const { rowCount } = await owner.query(`select from audit_entry where action = 'platform.restore'`);
    assert.equal(rowCount, 0);
    const words = ['restored', '--promoted', '2020-01-01T00:00Z', '--skip-codes', '60000000'];
    assert.match(assertDone(await vezne(...words)), /^No row is older than that/);
    // More than the database moves by at a time.
    assert.ok((await nextBlock()) >= before + 117_188n);
  });
});

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

/** A database whose newest row is this old: it was restored to then, and was away since. */
async function restoredTo(t: TestContext, moment: Date): Promise<TestDatabase> {
  const database = await createTestDatabase(t);
  const owner = await database.pool().connect();
  // The rows of settings are never changed, by triggers.
  await owner.query('set session_replication_role = replica');
  await owner.query('update platform_settings set created_at = $1', [moment]);
  await owner.query('reset session_replication_role');
  owner.release();
  return database;
}

async function insertSignOfLife(database: TestDatabase, at: Date): Promise<void> {
  await database.pool().query(
    `insert into running_process (id, kind, host, pid, version, started_at, seen_at, alive_until)
     values (gen_random_uuid(), 'api', 'db1', 7, '1.0.0', $1, $1, $1::timestamptz + interval '1 minute')`,
    [at],
  );
}

async function skippedBy(
  vezne: ReturnType<typeof manyVezneOn>,
  ...words: readonly string[]
): Promise<number> {
  return (jsonOf(await vezne('restored', '--json', ...words))['codes'] as { skipped: number }).skipped;
}

test('a run leaves out what the run before it did not', async (t) => {
  const dueOf = (hours: number) => hours * 3_600 * 1_000;

  await t.test('a number that a person chose covers no time', async (t2) => {
    const vezne = manyVezneOn(t2, await restoredTo(t2, hoursAgo(72)));
    assert.equal(await skippedBy(vezne, '--skip-codes', '512'), 512);
    assert.ok((await skippedBy(vezne)) >= dueOf(72));
    // The time is left out now, and a third run goes on from the second.
    assert.ok((await skippedBy(vezne)) < dueOf(1));
  });

  await t.test('a run that found too late a moment covers nothing from before it', async (t2) => {
    const database = await restoredTo(t2, hoursAgo(72));
    await insertSignOfLife(database, hoursAgo(1));
    const vezne = manyVezneOn(t2, database);
    const promoted = (at: Date) => ['--promoted', at.toISOString()];
    // Older than this server's start, so it came with the restore.
    assert.ok((await skippedBy(vezne)) < dueOf(2));
    assert.ok((await skippedBy(vezne, ...promoted(hoursAgo(2)))) >= dueOf(72));
    // The first time again: the run between covers it.
    assert.ok((await skippedBy(vezne, ...promoted(hoursAgo(0.5)))) < dueOf(1));
  });
});

test('it says so when no standby confirms its entry', async (t) => {
  const database = await createTestDatabase(t);
  // The tests' server has no standby: functions warn in its place, from the entry on.
  await database.pool().query(`
    create function warn() returns trigger language plpgsql as $$
    begin
      raise warning 'unconfirmed';
      return null;
    end $$;
    create trigger warn after insert on audit_entry for each row execute function warn();
    create schema unconfirmed;
    grant usage on schema unconfirmed to vezne_admin;
    create function unconfirmed.pg_logical_emit_message(boolean, text, text) returns void language plpgsql as $$
    begin
      if exists (select from public.audit_entry where action = 'platform.restore') then raise warning 'unconfirmed'; end if;
    end $$;
    grant execute on function unconfirmed.pg_logical_emit_message to vezne_admin;`);
  const url = new URL(database.urlOf('vezne_admin'));
  // pg_catalog comes after it; otherwise the server's own function would be found first.
  url.searchParams.set('options', '-c search_path=unconfirmed,pg_catalog,public');
  const { code, stdout, stderr } = await vezneOn({ urlOf: () => url.href })('restored');
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^vezne: The command wrote, but no standby confirmed it, so a failover may undo it\./);
});
