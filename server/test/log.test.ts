import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const LOG = new URL('../src/log.ts', import.meta.url).href;

/** What a process that runs this code leaves on its standard output. */
function messagesOf(code: string): unknown[] {
  const script = `import { createLogger } from ${JSON.stringify(LOG)};
    const log = createLogger({ level: 'info', name: 'test' }); ${code}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

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
