/** What a cluster has on this machine: namespaces, processes, folders, shared memory. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ended } from './kit.ts';
import type { Kit } from './kit.ts';

const NODES = ['n1', 'n2', 'n3'];

export interface Traces {
  namespaces: string[];
  processes: string[];
  sharedMemory: string[];
  folders: string[];
}

export async function tracesOf(kit: Kit): Promise<Traces> {
  const namespaces = (await listNamespaces()).filter((name) => name.startsWith(kit.prefix));
  const pids = await Promise.all(namespaces.map(async (name) => await ended('ip', ['netns', 'pids', name])));
  return {
    namespaces,
    processes: pids.flatMap(({ stdout }) =>
      stdout
        .split('\n')
        .filter((pid) => pid !== '')
        .map(startOf),
    ),
    sharedMemory: NODES.flatMap((node) => sharedMemoryOf(join(kit.directory, node, 'data/postmaster.pid'))),
    folders: existsSync(kit.directory) ? [kit.directory] : [],
  };
}

/** Which of these are still there. */
export async function leftOf(before: Traces): Promise<Traces> {
  const listed = new Set(await listNamespaces());
  const segments = new Set(
    linesOf('/proc/sysvipc/shm').map((line) => line.trim().split(/\s+/).slice(0, 2).join(' ')),
  );
  return {
    namespaces: before.namespaces.filter((name) => listed.has(name)),
    processes: before.processes.filter((process) => startOf(process.split(' ')[0] ?? '') === process),
    sharedMemory: before.sharedMemory.filter((segment) => segments.has(segment)),
    folders: before.folders.filter((folder) => existsSync(folder)),
  };
}

async function listNamespaces(): Promise<string[]> {
  const { stdout } = await ended('ip', ['netns', 'list']);
  return stdout.split('\n').map((line) => line.split(' ')[0] ?? '');
}

/** A process by its number and the moment of its start: numbers are given again. One that only its parent remembers has ended. */
function startOf(pid: string): string {
  const [stat = ''] = linesOf(`/proc/${pid}/stat`);
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return `${pid} ${state === 'Z' ? 'gone' : (fields[18] ?? 'gone')}`;
}

/** Key and number of what PostgreSQL holds; the seventh line of its file. */
function sharedMemoryOf(file: string): string[] {
  const line = linesOf(file)[6] ?? '';
  return line === '' ? [] : [line.trim().split(/\s+/).join(' ')];
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}
