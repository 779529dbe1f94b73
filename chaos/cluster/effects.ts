/** Whether something is broken, as far as it can be seen from outside. A fault that does nothing would prove nothing. */
import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, HUB_ADDRESS, NODES, runKit } from './cluster.ts';
import type { NodeName, Place } from './cluster.ts';

const PORTS = { postgres: 5432, agent: 8008, etcd: 2379 } as const;
const PROXY_PORT = 5000;
const ANSWER_WITHIN_MS = 1_000;

/** Nobody answers there: not to a connection, or not in time. */
export async function areSilent(
  nodes: readonly NodeName[],
  servers: readonly (keyof typeof PORTS)[],
): Promise<boolean> {
  const asked = nodes.flatMap((node) =>
    servers.map(async (server) => await isSilent(addressOf(node), PORTS[server])),
  );
  return (await Promise.all(asked)).every(Boolean);
}

/** A process that was killed goes on listening until the kernel comes to it. */
const GONE_WITHIN_MS = 1_000;

export async function isProxySilent(): Promise<boolean> {
  const endMs = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    if (await isSilent(HUB_ADDRESS, PROXY_PORT)) return true;
    if (performance.now() >= endMs) return false;
    await sleep(20);
  }
}

async function isSilent(host: string, port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ANSWER_WITHIN_MS });
    const end = (isDead: boolean) => () => {
      socket.destroy();
      resolve(isDead);
    };
    socket.on('connect', end(false)).on('timeout', end(true)).on('error', end(true));
  });
}

/** The log of a full PostgreSQL may give some files back. A disk that nobody filled has much more. */
const FULL_SHARE = 0.1;

export async function areDisksFull({ directory }: Place): Promise<boolean> {
  const disks = await Promise.all(NODES.map(async (node) => await statfs(join(directory, node))));
  return disks.every(({ bavail, blocks }) => bavail < blocks * FULL_SHARE);
}

/** The one shows transactions that the other does not have. */
export async function hasUnconfirmedRows(place: Place, node: NodeName, other: NodeName): Promise<boolean> {
  const count = async (at: NodeName): Promise<number> =>
    Number(await runKit(place, 'sql', '--at', at, '--db', 'vezne', 'select count(*) from transaction'));
  return (await count(node)) > (await count(other));
}
