import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionLimits } from '../../../src/http/server/connection-limits.ts';
import { until } from '../../harness/expectations.ts';
import { LONG_ANSWER, startLimitedServer } from './limited-server.ts';
import type { LimitedServer, TestClient } from './limited-server.ts';

/** For a busy machine. */
const WITHIN_MS = 30_000;

async function untilTrue(isTrue: () => boolean): Promise<void> {
  await until(async () => await Promise.resolve(isTrue()), Boolean, WITHIN_MS);
}

async function answered(client: TestClient): Promise<TestClient> {
  const before = client.answers();
  client.request('/');
  await untilTrue(() => client.answers() > before);
  return client;
}

/** A client that asks for more than fits into the network, and reads nothing of it. */
async function openUnread({ open, connections }: LimitedServer, from?: string): Promise<TestClient> {
  const client = await open(from);
  client.socket.pause();
  client.request('/long');
  await untilTrue(() => [...connections.all].at(-1)?.underWay.size === 1);
  // Two looks of the server.
  await sleep(60);
  return client;
}

/** A connection that was begun before has left for the network. */
async function nextTick(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve));
}

function reasons({ cut }: LimitedServer): string[] {
  return cut.map(({ reason }) => reason);
}

test('a process keeps 4,000 connections by default, a quarter of them for one network, and 64 MiB that wait', () => {
  assert.deepEqual(connectionLimits(4_000), {
    most: 4_000,
    mostOfNetwork: 1_000,
    readWithinMs: 15_000,
    mostWaitingBytes: 64 * 1024 * 1024,
    lookEveryMs: 250,
  });
});

suite('when there are too many connections', { concurrency: 4 }, () => {
  test('those that do not read go first, then those that never asked, then the longest idle', async (t) => {
    const server = await startLimitedServer(t, { most: 5, mostOfNetwork: 5 });
    const longIdle = await answered(await server.open());
    const idle = await answered(await server.open());
    const silent = await server.open();
    const unread = await openUnread(server);
    const busy = await server.open();
    const ask = setInterval(() => busy.request('/slow'), 300);
    t.after(() => clearInterval(ask));
    busy.request('/slow');

    // The server of an unread answer notices its end by the socket.
    const isOpenAtServer = (): boolean => server.connections.all.size > 0 && !unread.socket.destroyed;
    assert.ok(isOpenAtServer());
    await answered(await server.open());
    unread.socket.resume();
    await untilTrue(() => !unread.isOpen());
    assert.deepEqual([silent.isOpen(), longIdle.isOpen(), idle.isOpen()], [true, true, true]);
    await answered(await server.open());
    await untilTrue(() => !silent.isOpen());
    assert.deepEqual([longIdle.isOpen(), idle.isOpen()], [true, true]);
    await sleep(40);
    await answered(await server.open());
    await untilTrue(() => !longIdle.isOpen());
    assert.deepEqual([idle.isOpen(), busy.isOpen()], [true, true]);
    assert.deepEqual(reasons(server), ['made_room', 'made_room', 'made_room']);
    assert.ok(server.connections.all.size <= 5);
  });

  test('none with a request under way is closed, and a new one is refused instead', async (t) => {
    const server = await startLimitedServer(t, { most: 2, mostOfNetwork: 2 });
    const busy = [await server.open(), await server.open()];
    for (const client of busy) client.request('/slow');
    await untilTrue(() => [...server.connections.all].every(({ underWay }) => underWay.size === 1));
    const refused = await server.open();
    await untilTrue(() => !refused.isOpen());
    assert.deepEqual(reasons(server), ['refused']);
    await untilTrue(() => busy.every((client) => client.answers() === 1));
    // Now they are idle, and the first of them makes room.
    await sleep(40);
    await answered(await server.open());
    assert.deepEqual(reasons(server), ['refused', 'made_room']);
  });

  test('a request that comes slowly makes room, from whatever networks, and one that has come does not', async (t) => {
    const server = await startLimitedServer(t, { most: 3, mostOfNetwork: 2 });
    const busy = await server.open('127.0.0.2');
    const slow: TestClient[] = [];
    for (const from of ['127.0.0.2', '127.0.0.3']) {
      const client = await server.open(from);
      client.socket.write('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1');
      slow.push(client);
    }
    await untilTrue(() => [...server.connections.all].at(-1)?.underWay.size === 1);
    busy.request('/never');
    const early = await server.open('127.0.0.4');
    await untilTrue(() => !early.isOpen());
    assert.deepEqual(reasons(server), ['refused'], 'they have a second');
    await sleep(1_100);
    for (let index = 0; index < 2; index += 1) await answered(await server.open('127.0.0.4'));
    await untilTrue(() => slow.every((client) => !client.isOpen()));
    assert.equal(busy.isOpen(), true);
    assert.deepEqual(reasons(server), ['refused', 'made_room', 'made_room']);
  });

  test('a request that has arrived on an idle connection is served, however busy the process was', async (t) => {
    const server = await startLimitedServer(t, { most: 1, mostOfNetwork: 1 });
    const idle = await answered(await server.open());
    await sleep(40);
    // The new connection and the request arrive together, and the new connection is seen first.
    const newcomer = server.open();
    await nextTick();
    idle.request('/slow');
    const startedMs = performance.now();
    while (performance.now() - startedMs < 50);
    await newcomer;
    await untilTrue(() => idle.answers() === 2);
  });

  test('one network has its share, and takes no place of another', async (t) => {
    const server = await startLimitedServer(t, { most: 8, mostOfNetwork: 3 });
    const crowd: TestClient[] = [];
    for (let index = 0; index < 6; index += 1) {
      const client = await server.open('127.0.0.2');
      client.request('/slow');
      crowd.push(client);
    }
    await untilTrue(() => crowd.filter((client) => client.isOpen()).length === 3);
    assert.deepEqual(
      server.cut,
      Array.from({ length: 3 }, () => ({ reason: 'refused', network: '127.0.0.2' })),
    );
    for (const from of ['127.0.0.3', '127.0.0.4']) await answered(await server.open(from));
    assert.equal(server.cut.length, 3);
  });

  test('a proxy of ours has no share, because all clients come from it, and its idle ones go last', async (t) => {
    const server = await startLimitedServer(t, {
      most: 5,
      mostOfNetwork: 2,
      trustedProxies: ['127.0.0.2'],
    });
    const ofProxy: TestClient[] = [];
    for (let index = 0; index < 4; index += 1) ofProxy.push(await answered(await server.open('127.0.0.2')));
    const direct = await answered(await server.open('127.0.0.3'));
    assert.deepEqual(server.cut, []);
    await answered(await server.open('127.0.0.2'));
    await untilTrue(() => !direct.isOpen());
    assert.ok(ofProxy.every((client) => client.isOpen()));
  });

  test('places that were left are free again', async (t) => {
    const server = await startLimitedServer(t, { most: 2, mostOfNetwork: 2 });
    for (let round = 0; round < 5; round += 1) {
      const client = await answered(await server.open());
      client.socket.destroy();
      await untilTrue(() => server.connections.all.size === 0);
    }
    assert.deepEqual(server.cut, []);
  });
});

suite('a client that does not read its answers', { concurrency: 4 }, () => {
  test('is cut after a time, and one that takes a part of them in that time is not', async (t) => {
    const server = await startLimitedServer(t, { readWithinMs: 1_500 });
    const unread = await openUnread(server);
    assert.equal(server.connections.all.size, 1);
    await untilTrue(() => server.connections.all.size === 0);
    assert.deepEqual(reasons(server), ['unread']);
    unread.socket.destroy();

    // Longer than a busy machine lets a process stand still.
    const patient = await startLimitedServer(t, { readWithinMs: 4_000 });
    const slow = await openUnread(patient);
    let bytes = 0;
    slow.socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      slow.socket.pause();
      // In all it takes longer than the limit.
      setTimeout(() => slow.socket.resume(), 20);
    });
    slow.socket.resume();
    await untilTrue(() => bytes > LONG_ANSWER.length || !slow.isOpen());
    assert.equal(slow.isOpen(), true);
  });

  test('is cut sooner if too much waits for all of them, the longest unread first', async (t) => {
    const server = await startLimitedServer(t, { mostWaitingBytes: 40 * 1024 * 1024 });
    for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']) await openUnread(server, from);
    await untilTrue(() => server.cut.length > 0);
    await sleep(100);
    // 16 MiB each, of which loopback takes in a part.
    assert.deepEqual(server.cut[0], { reason: 'unread', network: '127.0.0.2' });
    assert.ok(server.connections.all.size >= 2, 'the others stay');
    await answered(await server.open('127.0.0.6'));
  });

  test('and asks for more is cut at once', async (t) => {
    const server = await startLimitedServer(t);
    const unread = await openUnread(server);
    unread.request('/');
    await untilTrue(() => server.connections.all.size === 0);
    assert.deepEqual(reasons(server), ['unread_requests']);
  });
});

test('sixteen requests at once on a connection are answered, and more are not worked on', async (t) => {
  const server = await startLimitedServer(t);
  const polite = await server.open();
  polite.socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(16));
  await untilTrue(() => polite.answers() === 16);
  const hostile = await server.open();
  let begun = 0;
  server.server.on('request', (request) => {
    if (!request.socket.destroyed) begun += 1;
  });
  hostile.socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000));
  await untilTrue(() => !hostile.isOpen());
  assert.equal(begun, 16);
  assert.deepEqual(reasons(server), ['unread_requests']);
});
