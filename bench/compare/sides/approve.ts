import { prepareDeposits, resetDeposits, verifyApprovals } from '../../approvals/deposits.ts';
import { startOperators } from '../../approvals/operators.ts';
import { CONNECTIONS } from '../../benchmark.ts';
import { installDatabase } from '../../installation.ts';
import { SETTINGS } from './driver.ts';
import type { StartDriver } from './driver.ts';

/** Deposits of one partner approved on one bank account, by many operators at once. */
export const startApprove: StartDriver = async (disposal, { operations, nodeFlags, signal }) => {
  const database = await installDatabase(disposal, SETTINGS);
  const { owner } = database;
  const deposits = await prepareDeposits(owner, { count: operations, pairs: 1 });
  const operators = await startOperators(disposal, database, { nodeFlags, signal });
  return {
    reset: async () => await resetDeposits(owner, deposits),
    run: async () =>
      await operators.carryOut({ kind: 'so-many', operators: CONNECTIONS, deposits: operations }),
    verify: async ({ succeeded }) => await verifyApprovals(owner, 'approve', succeeded),
    readCpu: operators.readCpu,
  };
};
