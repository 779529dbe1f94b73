import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A proxy between a process and PostgreSQL that can hold or cut connections at the worst moment. */
export interface DatabaseProxy {
  url: string;
  /** From now on, holds back the answer to any statement with this name. The statement itself gets through. */
  holdAnswersTo(statementName: string): void;
  release(): void;
  /** Drops every connection, with everything that was held. New connections are accepted unless they are refused. */
  cut(): void;
  /** From now on nothing that is sent on the connections of this moment arrives, and neither side is told. New ones work. */
  silence(): void;
  /** Starts or stops closing new connections before they can be used. */
  refuse(isRefusing: boolean): void;
  /** How many were refused so far. */
  refusals(): number;
  /** How many came so far. */
  connections(): number;
}

export async function startDatabaseProxy(t: TestContext, databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<{ client: Socket; server: Socket; isSilent: boolean }>();
  let heldStatement: string | undefined;
  let isRefusing = false;
  let refusals = 0;
  let connections = 0;

  // It is told when one side hangs up, and hangs up itself only where it is not silent.
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    connections += 1;
    if (isRefusing) {
      refusals += 1;
      client.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    const pair = { client, server, isSilent: false };
    pairs.add(pair);
    client.on('data', (bytes) => {
      if (pair.isSilent) return;
      if (heldStatement !== undefined && bytes.includes(heldStatement)) server.pause();
      server.write(bytes);
    });
    server.on('data', (bytes) => client.write(bytes));
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    client.on('end', () => {
      if (!pair.isSilent) end();
    });
    for (const socket of [client, server]) socket.on('close', end).on('error', end);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address = proxy.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  const cut = (): void => {
    for (const { client, server } of pairs) {
      client.destroy();
      server.destroy();
    }
  };
  t.after(() => {
    cut();
    proxy.close();
  });
  return {
    url: url.href,
    holdAnswersTo(statementName) {
      heldStatement = statementName;
    },
    release() {
      heldStatement = undefined;
      for (const { server } of pairs) server.resume();
    },
    cut,
    silence() {
      for (const pair of pairs) pair.isSilent = true;
    },
    refuse(value) {
      isRefusing = value;
    },
    refusals: () => refusals,
    connections: () => connections,
  };
}
