/** The cluster of deploy/ha, by its commands: three nodes and a hub, each in a network namespace of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const KIT = fileURLToPath(new URL('../../deploy/ha/', import.meta.url));
/** The slowest command is `up`, which gives up by itself before. */
const COMMAND_WITHIN_MS = 120_000;

export const NODES = ['n1', 'n2', 'n3'] as const;
export type NodeName = (typeof NODES)[number];

const NETWORK = '10.77.0';
/** HAProxy and the product's processes. */
export const HUB_ADDRESS = `${NETWORK}.1`;

/** Where a cluster keeps what it makes, and how its namespaces are called: several may run side by side. */
export interface Place {
  directory: string;
  prefix: string;
  /** The API of etcd that Patroni uses. */
  etcdApi: '2' | '3';
  /** Of each database: a disk that can be filled. */
  diskMb: number;
}

export function hubOf({ prefix }: Place): string {
  return `${prefix}-hub`;
}

export function addressOf(node: NodeName): string {
  return `${NETWORK}.1${node.slice(1)}`;
}

/** Runs a command of the kit, and returns what it prints. */
export async function runKit(place: Place, command: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(`${KIT}${command}`, args, {
    env: {
      ...process.env,
      VEZNE_HA_DIR: place.directory,
      VEZNE_HA_PREFIX: place.prefix,
      VEZNE_HA_NET: NETWORK,
      VEZNE_HA_ETCD_API: place.etcdApi,
      VEZNE_HA_DISK_MB: String(place.diskMb),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: COMMAND_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return stdout.trim();
}
