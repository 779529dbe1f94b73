import { writeFile } from 'node:fs/promises';
import { numberIn, runCommand } from './command.ts';
import { createCpuWindow, timeoutOf } from './load.ts';
import type { LoadOptions, Run } from './load.ts';

const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench';

/** One for each core of the machines on which we measure. */
const THREADS = 2;

/** Scripts that pgbench chooses from at random for every transaction. */
export interface PgbenchScripts {
  files: readonly string[];
  databaseUrl: string;
}

/** A statement as a pgbench script. Each of its parameters is an expression over pgbench's variables. */
export async function writePgbenchScript(
  file: string,
  script: { variables: readonly string[]; sql: string; parameters: readonly string[] },
): Promise<void> {
  const { variables, sql, parameters } = script;
  const statement = sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const expression = parameters[Number(number) - 1];
    if (expression === undefined) throw new Error(`${file} gives no value for parameter ${number}.`);
    return expression;
  });
  await writeFile(file, `${variables.map((line) => `\\set ${line}\n`).join('')}${statement.trim()};\n`);
}

const FIRST_PROGRESS = /^progress: ([\d.]+) s, ([\d.]+) tps/m;

export async function runPgbench({ files, databaseUrl }: PgbenchScripts, options: LoadOptions): Promise<Run> {
  const cpu = createCpuWindow(options.readCpu);
  const output = await runCommand(
    PGBENCH,
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${options.connections}`,
      `--jobs=${THREADS}`,
      `--time=${options.warmUpSeconds + options.seconds}`,
      // The first line of progress ends the warm-up.
      `--progress=${options.warmUpSeconds}`,
      // Each client counts separately, so no two operations are the same.
      '--define=count=0',
      ...files.map((file) => `--file=${file}`),
      databaseUrl,
    ],
    {
      timeoutMs: timeoutOf(options),
      signal: options.signal,
      onLine(line) {
        if (FIRST_PROGRESS.test(line)) cpu.open();
      },
    },
  );
  const used = cpu.close();
  const failed = numberIn(output, /number of failed transactions: (\d+)/);
  if (failed > 0) throw new Error(`pgbench: ${failed} transactions failed.`);
  const succeeded = numberIn(output, /number of transactions actually processed: (\d+)/);
  const [, warmUpSeconds, warmUpRate] = FIRST_PROGRESS.exec(output)?.map(Number) ?? [];
  if (warmUpSeconds === undefined || warmUpRate === undefined) throw new Error(`No progress in:\n${output}`);
  // The rate of the whole run excludes the time to connect; progress includes it.
  const connectSeconds = numberIn(output, /^initial connection time = ([\d.]+) ms/m) / 1_000;
  const totalSeconds = connectSeconds + succeeded / numberIn(output, /^tps = ([\d.]+)/m);
  return {
    succeeded,
    operations: succeeded - warmUpRate * warmUpSeconds,
    seconds: totalSeconds - warmUpSeconds,
    cpu: used,
  };
}
