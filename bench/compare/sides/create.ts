import { CONNECTIONS } from '../../benchmark.ts';
import { startCreates } from '../../creates/creates.ts';
import { SETTINGS } from './driver.ts';
import type { StartDriver } from './driver.ts';

/** Far more than a slice takes, even on a busy machine. */
const AT_MOST_SECONDS = 60;

/** Deposits created over HTTP at one api process. */
export const startCreate: StartDriver = async (disposal, { operations, nodeFlags, signal }) => {
  const creates = await startCreates(disposal, {
    processes: 1,
    nodeFlags,
    settings: SETTINGS,
    requests: operations,
    afterTheLast: 'end',
  });
  const { readCpu } = creates.installation;
  const load = {
    connections: CONNECTIONS,
    warmUpSeconds: 0,
    seconds: AT_MOST_SECONDS,
    readCpu,
    signal,
  };
  return {
    reset: creates.reset,
    run: async () => await creates.send(load),
    verify: async ({ succeeded }) => await creates.verify('create', succeeded),
    readCpu,
  };
};
