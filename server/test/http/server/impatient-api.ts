import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { systemClock } from '../../../src/clock.ts';
import type { Clock } from '../../../src/clock.ts';
import type { ApiConfig } from '../../../src/config/api.ts';
import { buildApiApp } from '../../../src/http/api-app.ts';
import type { ConnectionLimits } from '../../../src/http/server/connection-limits.ts';
import type { RequestTimeLimits } from '../../../src/http/server/time-limits.ts';
import { createPageTokens } from '../../../src/keys/page-token.ts';
import { createReferenceRound } from '../../../src/usecases/deposits/reference-codes.ts';
import { createSealedSecrets } from '../../../src/keys/sealed-secrets.ts';
import { createApiServices } from '../../../src/usecases/services.ts';
import { apiConfig } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { silentLog } from '../../harness/silent-log.ts';

/** An api with shorter time limits than a real one, or with a clock that the test moves. */
export async function startImpatientApi(
  t: TestContext,
  timeLimits: RequestTimeLimits,
  {
    limits,
    config: changes,
    clock = systemClock,
  }: { limits?: ConnectionLimits; config?: Partial<ApiConfig>; clock?: Clock } = {},
): Promise<TestApi> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const config = apiConfig(database, changes);
  const context = { pool: database.pool('vezne_api'), clock, log: silentLog };
  const services = createApiServices(context, {
    config,
    readPool: database.pool('vezne_api'),
    sealedSecrets: createSealedSecrets(config.secretKeys),
    pageTokens: createPageTokens(config.pageKeys),
    referenceRound: createReferenceRound(config.referenceCodeKey),
  });
  const app = buildApiApp(context, { config, services, timeLimits, limits });
  t.after(async () => {
    app.server.closeAllConnections();
    await services.stop();
    await app.close();
  });
  await services.start();
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), owner, database, partner };
}

/** A connection on which a test sends anything at any time. */
export interface Line {
  socket: Socket;
  /** Everything that the server has sent. */
  heard: () => string;
  /** Resolves when the server has ended its side or broken the connection, with the time that this took. */
  ended: Promise<number>;
}

export function openLine(t: TestContext, baseUrl: string): Line {
  const { hostname, port } = new URL(baseUrl);
  const openedMs = performance.now();
  let heard = '';
  // Continues to send after the server has ended its side, like a client that isn't reading.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  t.after(() => socket.destroy());
  const ended = new Promise<number>((resolve) => {
    const end = (): void => resolve(performance.now() - openedMs);
    socket.on('end', end).on('close', end);
  });
  // Writing on a connection that the server has broken fails, and that is expected.
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('utf8');
  });
  return { socket, heard: () => heard, ended };
}
