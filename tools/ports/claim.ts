/**
 * Ports for a program that is told its own before it starts. To ask the system for a free one and give it back does not do:
 * anybody may get it next. Worse for one that is counted up from it: Linux gives odd ports to who listens and even ones to
 * who connects, and those stay taken for a minute after the connection. Of the even ports a busy machine had one in thirty
 * in use. These lie below all that systems give out by themselves (Linux from 32768 on, others from 49152).
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server } from 'node:net';

const FIRST_PORT = 20_000;
const BLOCKS = 1_200;
const BLOCK_SIZE = 10;

/**
 * The first of nine ports in a row that nobody uses. They are the caller's for as long as its process lives: it listens on
 * the tenth, so that no other process that asks here gets the same.
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
      // A program outlived who had claimed its port, or is none of ours.
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
