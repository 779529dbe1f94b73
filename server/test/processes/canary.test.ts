/**
 * Secrets, tokens, cookies and codes of a whole payment appear nowhere: not in the logs, answers of errors and measurements of the
 * processes, not in a dump of the database, and not in its log of writes. The names and IBANs of players are in the database alone.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loseTheDatabase, refuseARow } from './canary/faults.ts';
import { createSearch } from './canary/needles.ts';
import { pay } from './canary/payment.ts';
import { dumpOf, walSince } from './canary/places.ts';
import { workAtPortal } from './canary/portal.ts';
import { work } from './canary/staff.ts';
import { openWorld } from './canary/world.ts';
import { provoke } from './canary/wrong-requests.ts';

test('no secret, token, cookie or code is anywhere, and no name or IBAN outside the database', async (t) => {
  const world = await openWorld(t);
  const paid = await pay(world);
  await work(world, paid);
  const page = await workAtPortal(world, paid);
  await provoke(world, paid);
  await loseTheDatabase(world, paid, page);
  await refuseARow(world);
  await world.told();

  const measured = await Promise.all(world.processes.map(async ({ measured }) => await measured()));
  if (measured.every((one) => one === undefined)) t.diagnostic('no process serves measurements');
  for (const { stop } of world.processes) await stop();
  const places: Record<string, Buffer> = {
    logs: Buffer.from(world.processes.map(({ said }) => said()).join('\n')),
    errors: Buffer.from(world.errors.join('\n')),
    metrics: Buffer.from(measured.join('\n')),
    dump: await dumpOf(world.database),
    wal: await walSince(world.database, world.walBegin),
  };
  t.diagnostic(
    Object.entries(places)
      .map(([name, { length }]) => `${name}: ${length} bytes`)
      .join(', '),
  );

  // A search that finds nothing anywhere would prove nothing.
  const finds = (place: string, value: string): boolean =>
    createSearch([{ name: 'planted', value }])(places[place] ?? Buffer.alloc(0)).length > 0;
  assert.ok(finds('logs', world.partner.apiKey), 'the logs name the claimed key');
  assert.ok(finds('logs', 'caused by'), 'the outage was logged with its causes');
  assert.match(
    world.portal.said(),
    /"route":"\/api\/transactions\/search","status":503/,
    'the portal was asked while the database was away',
  );
  assert.ok(finds('errors', 'signature_invalid'));
  for (const place of ['dump', 'wal'])
    for (const value of [paid.name, paid.iban, paid.email]) assert.ok(finds(place, value), place);
  assert.ok(finds('dump', 'vzk_test_'));

  const secrets = createSearch([...world.secrets.values()]);
  const grouped = paid.iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
  const personal = createSearch(
    [paid.name, paid.sender, paid.email, paid.iban, grouped].map((value) => ({
      name: 'personal data',
      value,
    })),
  );
  for (const [place, hay] of Object.entries(places)) {
    assert.deepEqual(secrets(hay), [], `secrets in ${place}`);
    if (place !== 'dump' && place !== 'wal') assert.deepEqual(personal(hay), [], `personal data in ${place}`);
  }
});

test('a planted value is found in every form', () => {
  const value = 'Kanarya Gülümser 77';
  const search = createSearch([{ name: 'planted', value }]);
  const bytes = Buffer.from(`before ${value} after`);
  const forms = [
    bytes.toString(),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(value),
    JSON.stringify(value).replaceAll('ü', '\\u00fc'),
    ...[0, 1, 2].flatMap((cut) => [
      bytes.subarray(cut).toString('base64'),
      bytes.subarray(cut).toString('base64url'),
    ]),
  ];
  for (const form of forms) assert.equal(search(Buffer.from(`xx${form}xx`)).length, 1, form);
  assert.deepEqual(search(Buffer.from('Kanarya Gülümse')), []);
});
