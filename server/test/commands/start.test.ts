import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { runningVersion } from '../../src/version.ts';

const VEZNE = fileURLToPath(new URL('../../bin/vezne.js', import.meta.url));
/** Without modules that were compiled before, as on the first day. */
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  TERM: 'xterm-256color',
  NODE_DISABLE_COMPILE_CACHE: '1',
};

/** Whoever types it does not wait for it. Most of it is Node's own start. */
const HELP_CPU_MS = 300;

function vezne(words: readonly string[], { node = [] as string[], env = {} } = {}) {
  const ran = spawnSync(process.execPath, [...node, VEZNE, ...words], {
    encoding: 'utf8',
    env: { ...ENVIRONMENT, ...env },
    timeout: 30_000,
  });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

/** On a terminal of so many columns. */
function onTerminal(width: number, words: readonly string[], env = {}): string {
  const command = `stty cols ${width} rows 50; '${process.execPath}' '${VEZNE}' ${words.join(' ')}`;
  const ran = spawnSync('script', ['-qec', command, '/dev/null'], {
    encoding: 'utf8',
    env: { ...ENVIRONMENT, ...env },
    timeout: 30_000,
  });
  assert.equal(ran.status, 0, ran.stdout + ran.stderr);
  return ran.stdout.replaceAll('\r', '');
}

test(`vezne --help takes less than ${HELP_CPU_MS} ms of a processor`, (t) => {
  const told =
    'process.on("exit",()=>{const c=process.cpuUsage();process.stderr.write(`cpu ${c.user+c.system}`)})';
  const ms = Array.from({ length: 5 }, () => {
    const { stderr } = vezne(['--help'], { node: ['--import', `data:text/javascript,${told}`] });
    return Number(/cpu (\d+)$/.exec(stderr)?.[1] ?? assert.fail(stderr)) / 1_000;
  }).toSorted((left, right) => left - right);
  t.diagnostic(`${ms.map((one) => one.toFixed(0)).join(', ')} ms`);
  // The middle one: what else the machine does must not decide.
  assert.ok((ms[2] ?? Infinity) < HELP_CPU_MS, `${ms.join(', ')} ms`);
});

test('vezne --version prints the version alone', () => {
  assert.deepEqual(vezne(['--version']), { code: 0, stdout: `${runningVersion()}\n`, stderr: '' });
});

test('an older Node is told which one is needed, and that is the one of package.json', () => {
  const pretend = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.2'}})`;
  const { code, stdout, stderr } = vezne(['--help'], {
    node: ['--import', `data:text/javascript,${pretend}`],
  });
  assert.deepEqual([code, stdout], [1, '']);
  const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    engines: { node: string };
  };
  const [, needed = ''] = /^>=(\d+\.\d+)\.0$/.exec(engines.node) ?? [];
  assert.match(stderr, new RegExp(`^vezne: This needs Node ${needed} or newer, and \\S+ is 20\\.19\\.2\\.`));
});

test('help has colours on a terminal and none in a pipe; NO_COLOR takes them away, FORCE_COLOR brings them', () => {
  const hasColours = (text: string): boolean => text !== stripVTControlCharacters(text);
  assert.ok(hasColours(onTerminal(100, ['--help'])));
  assert.ok(!hasColours(onTerminal(100, ['--help'], { NO_COLOR: '1' })));
  assert.ok(!hasColours(vezne(['--help']).stdout));
  assert.ok(hasColours(vezne(['--help'], { env: { FORCE_COLOR: '1' } }).stdout));
});

test('a command whose reader has enough ends without a word', () => {
  const line = `set -o pipefail; '${process.execPath}' '${VEZNE}' keys generate | true`;
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', line], {
    encoding: 'utf8',
    env: ENVIRONMENT,
  });
  assert.deepEqual([status, stderr], [0, '']);
});

test('an error has its colour where standard error is seen, and none in a pipe', () => {
  const words = ['status'];
  assert.match(vezne(words).stderr, /^vezne: /);
  assert.ok(vezne(words, { env: { FORCE_COLOR: '1' } }).stderr.startsWith('\u001b[31mvezne:\u001b[39m '));
});

for (const width of [80, 120, 200]) {
  test(`help fits a terminal of ${width} columns, but for what must be copied whole`, () => {
    for (const words of [['--help'], ['deposit', 'approve', '--help'], ['transaction', 'list', '--help']]) {
      const lines = stripVTControlCharacters(onTerminal(width, words)).split('\n');
      const examples = lines.indexOf('Examples:');
      const prose = examples === -1 ? lines : lines.filter((line) => !line.startsWith('  $ '));
      for (const line of prose) assert.ok(line.length <= width, `${width}: ${line}`);
    }
  });
}
