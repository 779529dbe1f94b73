/**
 * Ports for a program that must know its port before it starts. Asking the system for a free port and giving it back is not
 * safe: another program may get it next. Counting up from it is worse: Linux gives odd ports to listeners and even ones to
 * outgoing connections, and those stay in use for a minute after the connection. On a busy machine one in thirty even ports
 * was in use. These ports are below all that systems hand out automatically (Linux from 32768 on, others from 49152).
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server } from 'node:net';

const FIRST_PORT = 20_000;
const BLOCKS = 1_200;
const BLOCK_SIZE = 10;

/**
 * The first of nine unused ports in a row. They belong to the caller while its process lives: it listens on the tenth, so
 * no other process that asks here gets the same ports.
 */
export async function claimPorts(startAt = FIRST_PORT + randomInt(BLOCKS) * BLOCK_SIZE): Promise<number> {
  for (let passed = 0; passed < BLOCKS; passed += 1) {
    const block = ((startAt - FIRST_PORT) / BLOCK_SIZE + passed) % BLOCKS;
    const first = FIRST_PORT + block * BLOCK_SIZE;
    if (await isClaimed(first)) return first;
  }
  throw new Error(`There are no ${BLOCK_SIZE} free ports in a row from ${FIRST_PORT} on.`);
}

async function isClaimed(first: number): Promise<boolean> {
  const last = first + BLOCK_SIZE - 1;
  const claim = await listen(last);
  if (claim === undefined) return false;
  for (let port = first; port < last; port += 1) {
    const probe = await listen(port);
    if (probe === undefined) {
      // A program outlived the process that claimed its port, or it is not ours.
      await close(claim);
      return false;
    }
    await close(probe);
  }
  claim.unref();
  return true;
}

async function listen(port: number): Promise<Server | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
