import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { claimPorts } from '../ports/claim.ts';

const RANGE_FILE = '/proc/sys/net/ipv4/ip_local_port_range';
/** The demo uses ports that count up from its base. */
const HIGHEST_OFFSET = 8;

async function listenOn(t: TestContext, port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
}

/** Another process that claims ports, and lives until it is killed. */
async function startClaimer(t: TestContext): Promise<{ port: number; kill: () => Promise<void> }> {
  const module = JSON.stringify(new URL('../ports/claim.ts', import.meta.url).href);
  const program = `import { claimPorts } from ${module}; console.log(await claimPorts()); setInterval(() => 0, 1000)`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  t.after(kill);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(line.toString()), kill };
}

test('claimed ports are outside the range that the system gives to connections', async () => {
  const first = await claimPorts();
  const lowest = existsSync(RANGE_FILE) ? Number.parseInt(readFileSync(RANGE_FILE, 'utf8'), 10) : 32_768;
  assert.ok(first + HIGHEST_OFFSET < lowest, `${first} and up, where the system gives out ${lowest} and up`);
});

test('ports that another process has claimed are never given out', async (t) => {
  const { port } = await startClaimer(t);
  assert.notEqual(await claimPorts(port), port);
});

test('a block of ports is skipped if any program uses one of them', async (t) => {
  const { port, kill } = await startClaimer(t);
  await listenOn(t, port + HIGHEST_OFFSET);
  await kill();
  assert.notEqual(await claimPorts(port), port);
});
