import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { runningVersion } from '../src/version.ts';

const LOG = new URL('../src/log.ts', import.meta.url).href;

type Line = Record<string, unknown> & { msg: string };

/** What a process that runs this code leaves on its standard output. */
function linesOf(code: string, level = 'info'): Line[] {
  const script = `import { createLogger } from ${JSON.stringify(LOG)};
    const databaseUrl = 'postgres://vezne_api:geheim@db.example/vezne';
    const log = createLogger({ level: '${level}', name: 'test', databaseUrl }); ${code}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

function errorOf(line: Line | undefined): Record<string, unknown> {
  return line?.['err'] as Record<string, unknown>;
}

function messagesOf(code: string): unknown[] {
  return linesOf(code).map(({ msg }) => msg);
}

test('each line says who wrote it: the kind, the process, the machine, the version and the role', () => {
  const code = `log.info('one'); log.child({ job: 'x' }).warn('two');`;
  const lines = linesOf(code);
  assert.equal(lines.length, 2);
  for (const line of lines) {
    const { process: kind, pid, host, version, role } = line;
    assert.deepEqual([kind, host, role, version], ['test', hostname(), 'vezne_api', runningVersion()]);
    assert.ok(typeof pid === 'number' && pid > 0 && pid !== process.pid);
    assert.doesNotMatch(JSON.stringify(line), /geheim|db\.example/);
  }
});

test('how much is written changes no alarm', () => {
  const raisedAlarms = JSON.stringify(new URL('../src/raised-alarms.ts', import.meta.url).href);
  const code = `const { raisedAlarmsOf } = await import(${raisedAlarms});
    log.info('a line'); log.warn({ alarm: 'database_back' }, 'back'); log.error({ alarm: 'job_failed' }, 'failed');
    console.log(JSON.stringify({ msg: raisedAlarmsOf(log).take().map(({ name }) => name).join() }));`;
  for (const [level, lines] of [
    ['warn', ['back', 'failed']],
    ['error', ['failed']],
    ['silent', []],
  ] as const) {
    const told = linesOf(code, level).map(({ msg }) => msg);
    assert.deepEqual(told.toSorted(), [...lines, 'database_back,job_failed'].toSorted(), level);
  }
});

test('an error that repeats is one line, and one more with how often, when the process ends at the latest', () => {
  const [first, other, last, ...more] = linesOf(`
    const lost = () => Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' });
    for (let at = 0; at < 50; at += 1) log.warn({ err: lost(), attempt: at }, 'trying again');
    log.error({ err: lost() }, 'something else');`);
  assert.deepEqual([first?.msg, first?.['attempt'], first?.['repeated']], ['trying again', 0, undefined]);
  assert.deepEqual([other?.msg, other?.['repeated']], ['something else', undefined]);
  assert.deepEqual([last?.msg, last?.['attempt'], last?.['repeated']], ['trying again', 49, 49]);
  assert.equal(errorOf(last)['errorCode'], 'ECONNRESET');
  assert.deepEqual(more, []);
});

test('lines about one thing each are all written, and so are answers', () => {
  const code = `for (let at = 0; at < 5; at += 1) {
    log.warn({ alarm: 'webhook_failed', eventId: at }, 'a webhook was not taken');
    log.info({ reason: 'key_unknown' }, 'answered');
  }`;
  assert.equal(messagesOf(code).length, 10);
});

test('an error shows no value of the row that was refused', () => {
  const [first, second] = linesOf(`
    const refused = Object.assign(new Error('new row violates check constraint "one"'), {
      code: '23514', constraint: 'one', table: 'transaction', detail: 'Failing row contains (x-1).', where: 'x-2', client: { key: 'x-3' },
    });
    const unread = Object.assign(new Error('invalid input syntax for type uuid: "x-4 "x" x-5"'), { code: '22P02' });
    log.error({ err: refused }, 'one'); log.error({ err: new Error('outside', { cause: unread }) }, 'two');`);
  assert.doesNotMatch(JSON.stringify([first, second]), /x-\d/);
  const { type, message, stack, ...shown } = errorOf(first);
  assert.deepEqual([type, message], ['Error', 'new row violates check constraint "one"']);
  assert.match(String(stack), /^Error: new row violates/);
  assert.deepEqual(shown, { errorCode: '23514', constraint: 'one', table: 'transaction' });
  assert.match(String(errorOf(second)['stack']), /caused by: Error: invalid input syntax for type uuid: "…"/);
});

test('a process that ends normally writes every line, in order', () => {
  assert.deepEqual(messagesOf(`log.info('one'); log.warn('two'); log.info('three');`), [
    'one',
    'two',
    'three',
  ]);
});

test('a killed process has written its warnings and errors, and all lines before them', () => {
  const kill = `process.kill(process.pid, 'SIGKILL');`;
  assert.deepEqual(messagesOf(`log.info('one'); log.warn('two'); ${kill}`), ['one', 'two']);
  assert.deepEqual(messagesOf(`log.child({}).error('one'); ${kill}`), ['one']);
});

test('a running process writes its lines within a moment', () => {
  assert.deepEqual(
    messagesOf(`log.info('one'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1_000);`),
    ['one'],
  );
});

test('what a person signs in with is in no line, and the code of an error is', () => {
  const script = `import { createLogger } from ${JSON.stringify(LOG)};
    const log = createLogger({ level: 'info', name: 'test' });
    const secrets = { cookie: 'x-1', code: 'x-2', password: 'x-3', session: 'x-4', token: 'x-5', newPassword: 'x-6' };
    log.info({ ...secrets, body: secrets, request: { headers: secrets }, err: Object.assign(new Error('e'), { code: '23505' }) });`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  assert.doesNotMatch(stdout, /x-\d/);
  assert.match(stdout, /"errorCode":"23505"/);
});

const OUTAGE = new URL('../src/db/outage.ts', import.meta.url).href;
const COUNTS = new URL('../src/metrics/process-counts.ts', import.meta.url).href;

test('while the database is away, lines that only say so are counted instead of written; those of a request are written', () => {
  const messages = messagesOf(`
    const { outage } = await import(${JSON.stringify(OUTAGE)});
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    log.warn({ err: refused }, 'before it is known');
    outage.isFailing = true;
    log.error({ err: refused, alarm: 'job_queue_failed' }, 'left out');
    log.warn({ err: new AggregateError([refused]) }, 'left out');
    log.warn({ err: new Error('Connection terminated unexpectedly') }, 'left out');
    log.error({ err: { ...refused, message: 'connect' } }, 'left out: a copy of an error');
    log.error({ err: refused, requestId: 'req_1' }, 'of a request');
    log.error({ err: new TypeError('a bug') }, 'a bug');
    log.info({ err: refused }, 'for information');
    log.warn('left out: ' + outage.linesLeftOut);`);
  assert.deepEqual(messages, [
    'before it is known',
    'of a request',
    'a bug',
    'for information',
    'left out: 4',
  ]);
});

test('every line with an alarm is counted, those of children too', () => {
  const messages = messagesOf(`
    const { processCounts } = await import(${JSON.stringify(COUNTS)});
    log.error({ alarm: 'job_failed' }, 'one');
    log.child({ job: 'x' }).error({ alarm: 'job_failed' }, 'two');
    log.warn({ alarm: 'invented' }, 'three');
    log.warn([processCounts.alarms.get('job_failed'), processCounts.alarms.get('invented'), processCounts.alarms.get('unlisted')].join());`);
  assert.deepEqual(messages, ['one', 'two', 'three', '2,0,1']);
});
