/** What a document is told in: the demo's people, partner and bank accounts, without its morning, and a shell. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { cents } from '@vezne/domain/money';
import { toTransactionId } from '../../../server/src/ids.ts';
import { createTestDatabase } from '../../../server/test/harness/database.ts';
import type { TestDatabase } from '../../../server/test/harness/database.ts';
import { testKeysEnv } from '../../../server/test/harness/keys.ts';
import type { WorkerProcess } from '../../../server/test/harness/worker-process.ts';
import { administer } from '../../demo/administration.ts';
import { makeDemoData } from '../../demo/data.ts';
import { atDesk } from '../../demo/morning/desk.ts';
import type { MorningDesk } from '../../demo/morning/desk.ts';
import { orderDeposit, orderWithdrawal } from '../../demo/morning/partner-calls.ts';
import { press } from '../../demo/morning/player-acts.ts';
import { makeDemoStaff } from '../../demo/staff.ts';
import { createNames } from './names.ts';
import type { Names } from './names.ts';
import { openShell } from './shell.ts';
import type { Shell } from './shell.ts';

export interface World {
  t: TestContext;
  database: TestDatabase;
  env: Record<string, string>;
  names: Names;
  shell: Shell;
  desk: MorningDesk;
  /** For the next command alone. */
  nextEnv: Record<string, string>;
  /** The one that runs. */
  worker?: WorkerProcess;
  /** Of a later version. */
  other: Record<string, string>;
  /** What stands for itself in a document and can't here: addresses and files. */
  places: Map<string, string>;
  deposit: (order: PlayerOrder & { isOpen?: boolean }) => Promise<string>;
  payout: (order: PlayerOrder & { account: number }) => Promise<string>;
  /** A command that the document leaves out. Its names are the document's. */
  does: (command: string) => Promise<string>;
  /** The same by two people, if it takes two. */
  agrees: (command: string) => Promise<string>;
}

export interface PlayerOrder {
  /** How the document names it, if it does before an answer shows it. */
  name?: string;
  reference: string;
  player: readonly [id: string, fullName: string];
  lira: number;
}

/** Who acts where a document names nobody. */
const ACTOR = 'ayse';

export async function inWorld(t: TestContext, work: (world: World) => Promise<void>): Promise<void> {
  const database = await createTestDatabase(t);
  const env: Record<string, string> = {
    ...testKeysEnv,
    DATABASE_URL: database.ownerUrl,
    VEZNE_ENV: 'development',
    VEZNE_CELL: 'demo',
    VEZNE_ACTOR: ACTOR,
    VEZNE_API_DATABASE_URL: database.urlOf('vezne_api'),
    VEZNE_CONSOLE_DATABASE_URL: database.urlOf('vezne_console'),
    VEZNE_WORKER_DATABASE_URL: database.urlOf('vezne_worker'),
    VEZNE_ADMIN_DATABASE_URL: database.urlOf('vezne_admin'),
    VEZNE_PUBLIC_URL: 'http://127.0.0.1:1',
    VEZNE_CONSOLE_URL: 'http://localhost:1',
    VEZNE_PORTAL_URL: 'http://localhost:2',
  };
  const { apiKey } = await administer(env, async (administration) => {
    const partner = await makeDemoData(administration);
    await makeDemoStaff(administration);
    return partner;
  });
  const shell = await openShell(t, env);
  const names = createNames();
  await atDesk(env, async (desk) => {
    const does = async (command: string): Promise<string> => {
      const { code, output } = await shell.run(names.fill(command));
      assert.equal(code, 0, `${command}\n${output}`);
      return output;
    };
    const orderOf = ({ reference, player: [id, fullName], lira }: PlayerOrder) => ({
      apiKey,
      reference,
      amountCents: cents(BigInt(lira) * 100n),
      player: { id, username: `u${id}`, fullName },
    });
    const named = (order: PlayerOrder, id: string): string => {
      if (order.name !== undefined) names.bind(order.name, toTransactionId(id));
      return toTransactionId(id);
    };
    await work({
      t,
      database,
      env,
      names,
      shell,
      desk,
      nextEnv: {},
      other: {},
      places: new Map(),
      deposit: async (order) => {
        const { id } = await orderDeposit(desk, { ...orderOf(order), number: 0 });
        if (order.isOpen !== true) await press(desk, id);
        return named(order, id);
      },
      payout: async (order) => {
        const { id } = await orderWithdrawal(desk, { ...orderOf(order), number: order.account });
        return named(order, id);
      },
      does,
      agrees: async (command) => {
        const asked = await does(command);
        const confirm = /vezne request confirm .*--as/.exec(asked)?.[0];
        return confirm === undefined ? asked : await does(`${confirm} mehmet`);
      },
    });
  });
}
