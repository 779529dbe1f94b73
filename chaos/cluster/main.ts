/**
 * `npm run chaos -- cluster …`: brings up the cluster of deploy/ha, lets the run happen in its hub, and takes everything away. The exit code
 * is 1 if any promise was broken; with a planted bug it is 1 if nobody noticed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hubOf, runKit } from './cluster.ts';
import type { Place } from './cluster.ts';
import { readCommand, USAGE } from './command.ts';
import type { Command } from './command.ts';
import { endProcessesIn } from './leftover.ts';
import { plantNamed } from './planted.ts';
import { plantTree } from './planted-tree.ts';
import { TASK } from './task.ts';
import type { Task } from './task.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, '.cache/cluster');
const INSIDE = 'chaos/cluster/inside.ts';
/** Memory, where there is some: kill -9 is a crash of a process, never of a disk, and the log of PostgreSQL is written three times. */
const MEMORY = '/dev/shm';
/** An hour of creates is a gigabyte and a half, and as much of the log is kept. A quarter of an hour is much less. */
const DISK_MB = { soak: 5_000, all: 2_000, quick: 1_000 };

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (typeof command === 'string') {
    process.stderr.write(`${command}\n\n${USAGE}`);
    return 2;
  }
  if (process.getuid?.() !== 0) {
    process.stderr.write('Network namespaces need root.\n');
    return 2;
  }
  const plant = command.plant === undefined ? undefined : plantNamed(command.plant);
  const place: Place = {
    directory: join(existsSync(MEMORY) ? MEMORY : tmpdir(), `vezne-cluster-${process.pid}`),
    prefix: `vz${process.pid}`,
    etcdApi: plant?.etcdApi ?? '2',
    diskMb: diskMbFor(command),
  };
  const directory = join(CACHE, new Date().toISOString().replaceAll(/[:.]/g, '-'));
  const planted = join(directory, 'tree');
  try {
    if (plant?.edits !== undefined) await plantTree(ROOT, planted, plant.edits);
    process.stderr.write(`${await runKit(place, 'up')}\n`);
    return await runInHub({ place, directory }, plant?.edits === undefined ? ROOT : planted);
  } finally {
    await endProcessesIn(hubOf(place));
    await keepLogs(place, directory);
    await runKit(place, 'down', '--wipe');
    await rm(planted, { recursive: true, force: true });
  }
}

/** What the servers of the cluster said, beside what the product did. PostgreSQL's own lines are among those of Patroni. */
async function keepLogs(place: Place, directory: string): Promise<void> {
  const logs = join(place.directory, 'log');
  if (existsSync(logs)) await cp(logs, join(directory, 'cluster'), { recursive: true });
}

function diskMbFor({ name, plant, extent }: Command): number {
  return name === undefined && plant === undefined ? DISK_MB[extent] : DISK_MB.quick;
}

/** The run itself reads the same arguments. */
async function runInHub(task: Task, tree: string): Promise<number> {
  const program = [process.execPath, join(tree, INSIDE), ...process.argv.slice(2)];
  const child = spawn('ip', ['netns', 'exec', hubOf(task.place), ...program], {
    stdio: 'inherit',
    env: { ...process.env, [TASK]: JSON.stringify(task) },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      child.kill(signal);
    });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal !== null) process.stderr.write(`The run was ended by ${signal}.\n`);
  return code ?? 1;
}

process.exitCode = await main();
