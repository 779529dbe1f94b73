import * as contract from '@vezne/contract/console/bank-accounts';
import { turkishTime } from '@vezne/domain/turkish-time';
import type { FastifyInstance } from 'fastify';
import {
  findBankAccountOverview,
  listBankAccountOverviews,
} from '../../../../db/read/bank-accounts/bank-account-overviews.ts';
import { readFreezePlan } from '../../../../db/read/bank-accounts/freeze-plan.ts';
import { findWaitingBankAccounts } from '../../../../db/read/bank-accounts/waiting-bank-accounts.ts';
import { addBankAccount } from '../../../../usecases/bank-accounts/add.ts';
import {
  disableBankAccount,
  enableBankAccount,
  pauseBankAccount,
  resumeBankAccount,
  setBankAccount,
} from '../../../../usecases/bank-accounts/change.ts';
import { readEntries } from '../../../../usecases/bank-accounts/entries.ts';
import { exportEntries } from '../../../../usecases/bank-accounts/export-entries.ts';
import { freezeAtConsole } from '../../../../usecases/bank-accounts/freeze-at-console.ts';
import { lookAtBankAccount } from '../../../../usecases/bank-accounts/look-at.ts';
import { periodOf } from '../../../../usecases/days.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { createFiles } from '../../../signed-in/files.ts';
import { personOf } from '../../person.ts';
import { consoleRoute, rawConsoleRoute } from '../../route.ts';
import { changeRoute } from '../change.ts';
import { readsAll, shownWaiting } from '../partners/shown.ts';
import { shownBankAccount, shownBankAccountDetail, shownEntry, shownFreezePlan } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Our bank accounts: what they hold, what they may take, and what stops them. */
export function bankAccountRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  readRoutes(app, dependencies);
  settingRoutes(app, dependencies);
  stopRoutes(app, dependencies);
}

function readRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool, clock } = dependencies.signIn;
  const refuseUnknown = async (id: string): Promise<void> => {
    if ((await findBankAccountOverview(pool, id, OPTIONS)) === undefined) throw new ConsoleError('not_found');
  };
  consoleRoute(app, dependencies, contract.listBankAccounts, async ({ session }) => {
    const viewer = personOf(session);
    const accounts = await listBankAccountOverviews(pool, OPTIONS);
    const waiting = readsAll(viewer) ? await findWaitingBankAccounts(pool, OPTIONS) : [];
    return {
      accounts: accounts.map((account) => shownBankAccount(account, viewer)),
      waiting: waiting.map(shownWaiting),
    };
  });
  consoleRoute(app, dependencies, contract.getBankAccount, async ({ session, id }) => {
    const seen = await lookAtBankAccount(pool, id);
    if (seen === undefined) throw new ConsoleError('not_found');
    return shownBankAccountDetail(seen, personOf(session));
  });
  consoleRoute(app, dependencies, contract.listBankAccountEntries, async ({ id, query }) => {
    await refuseUnknown(id);
    const page = await readEntries(pool, {
      accountId: id,
      before: query.before === undefined ? null : BigInt(query.before),
      period: periodOf(query),
    });
    return { entries: page.entries.map(shownEntry), next: page.next === null ? null : String(page.next) };
  });
  const files = createFiles();
  const mostRows = dependencies.exportRows ?? contract.ENTRIES_EXPORT_ROWS;
  rawConsoleRoute(
    app,
    dependencies,
    contract.exportBankAccountEntries,
    async ({ session, id, query, reply }) => {
      await refuseUnknown(id);
      const name = `vezne-entries-${turkishTime(new Date(clock.nowMs())).replaceAll(':', '')}.csv`;
      const actor = personOf(session);
      return await files.send(reply, async () => ({
        name,
        type: 'text/csv; charset=utf-8',
        bytes: await exportEntries(pool, { actor, accountId: id, days: query, mostRows }),
      }));
    },
  );
  consoleRoute(app, dependencies, contract.planFreeze, async ({ id }) => {
    await refuseUnknown(id);
    return shownFreezePlan(await readFreezePlan(pool, id, OPTIONS));
  });
}

/** What may come and go: one person narrows it, two widen it. */
function settingRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  changeRoute(app, dependencies, contract.addBankAccount, async (context, { body }) => {
    const { bankName, holderName, iban, dailyCap } = body;
    return await addBankAccount(context, { bankName, holderName, iban, dailyCapCents: dailyCap });
  });
  changeRoute(
    app,
    dependencies,
    contract.enableBankAccount,
    async (context, { id }) => await enableBankAccount(context, id),
  );
  changeRoute(
    app,
    dependencies,
    contract.disableBankAccount,
    async (context, { id }) => await disableBankAccount(context, id),
  );
  changeRoute(
    app,
    dependencies,
    contract.setBankAccount,
    async (context, { id, body: { dailyCap, tolerance } }) =>
      await setBankAccount(context, {
        account: id,
        ...(dailyCap === undefined ? {} : { dailyCapCents: dailyCap }),
        ...(tolerance === undefined ? {} : { toleranceCents: tolerance }),
      }),
  );
}

/** What stops at once, by one person. */
function stopRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  changeRoute(
    app,
    dependencies,
    contract.pauseBankAccount,
    async (context, { id, body: { deposits, payouts } }) =>
      await pauseBankAccount(context, { account: id, deposits, payouts }),
  );
  changeRoute(
    app,
    dependencies,
    contract.resumeBankAccount,
    async (context, { id, body: { deposits, payouts } }) =>
      await resumeBankAccount(context, { account: id, deposits, payouts }),
  );
  changeRoute(app, dependencies, contract.freezeBankAccount, async (context, { id }) => ({
    outcome: 'done',
    result: await freezeAtConsole(context, id),
  }));
}
