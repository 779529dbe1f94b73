import { connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { createMessageReader, statementOf } from './postgres-messages.ts';

/**
 * When a connection is cut, after its statement and the Sync that commits it were passed on: at once, so that nobody knows whether it
 * will be committed; or when PostgreSQL says that it is, and before its client hears it.
 */
export type Moment = 'when sent' | 'when committed';

export interface CuttingProxy {
  url: string;
  /** The next connection that commits this statement is cut. Resolves when it was. */
  cutNext(statementName: string, moment: Moment): Promise<void>;
}

/** A proxy between a process and PostgreSQL that cuts a connection between the commit and its answer. */
export async function startCuttingProxy(t: TestContext, databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const ends = new Set<() => void>();
  let order: { statementName: string; moment: Moment; done: () => void } | undefined;

  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const readClient = createMessageReader({ hasStartup: true });
    const readServer = createMessageReader({ hasStartup: false });
    let isBound = false;
    let waiting: typeof order;

    const end = (): void => {
      ends.delete(end);
      client.destroy();
      server.destroy();
    };
    ends.add(end);
    const cut = (carriedOut: NonNullable<typeof order>): void => {
      client.destroy();
      // An orderly end: a reset could make PostgreSQL's machine forget what was sent.
      server.end();
      carriedOut.done();
    };

    client.on('data', (bytes) => {
      server.write(bytes);
      for (const message of readClient(bytes)) {
        if (order !== undefined && statementOf(message) === order.statementName) isBound = true;
        if (message.type !== 'S' || !isBound || order === undefined) continue;
        isBound = false;
        waiting = order;
        order = undefined;
        if (waiting.moment === 'when sent') cut(waiting);
      }
    });
    server.on('data', (bytes) => {
      const isReady = readServer(bytes).some(({ type }) => type === 'Z');
      if (waiting === undefined) client.write(bytes);
      else if (isReady && waiting.moment === 'when committed') cut(waiting);
    });
    for (const socket of [client, server]) socket.on('close', end).on('error', end);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    for (const end of ends) end();
    proxy.close();
  });
  const address = proxy.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    async cutNext(statementName, moment) {
      await new Promise<void>((done) => {
        order = { statementName, moment, done };
      });
    },
  };
}
