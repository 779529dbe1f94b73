/** The part of `npm run chaos -- cluster` that runs in the namespace of the hub, beside HAProxy. */
import { readCommand } from './command.ts';
import { plantNamed } from './planted.ts';
import { printed } from './printed.ts';
import { runUnderFaults } from './run.ts';
import { faultsInTurn } from './schedule.ts';
import { TASK } from './task.ts';
import type { Task } from './task.ts';

// Progress goes to standard error, so that standard output has the figures alone.
function say(line: string): void {
  process.stderr.write(`${(performance.now() / 1_000).toFixed(0).padStart(5)} s  ${line}\n`);
}

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (typeof command === 'string') throw new Error(command);
  const { place, directory } = JSON.parse(process.env[TASK] ?? '') as Task;
  say(`logs are in ${directory}`);
  const { createsPerSecond, seed } = command;
  const plant = command.plant === undefined ? undefined : plantNamed(command.plant);
  const nextFault = faultsInTurn(
    plant === undefined ? command : { ...command, name: plant.fault, times: plant.times },
  );
  const result = await runUnderFaults({
    place,
    directory,
    nextFault,
    createsPerSecond,
    seed,
    say,
    openDeskPool: plant?.openDeskPool,
    spoil: plant?.spoil,
  });
  const { stdout, stderr, isGood } = printed(result, { plant, isJson: command.isJson });
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  return isGood ? 0 : 1;
}

process.exitCode = await main();
