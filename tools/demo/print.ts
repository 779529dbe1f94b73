import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The command line, from the folder of the repository. */
const VEZNE = 'npm run -s vezne --';

export interface DemoReport {
  ready: true;
  apiUrl: string;
  consoleUrl: string | null;
  portalUrl: string | null;
  shopUrl: string | null;
  databaseUrl: string;
  partner: { apiKey: string; apiSecret: string; hashSecret: string };
  staff: { handle: string; password: string; role: string }[];
}

/** After `source .demo/env`, a shell can run the samples of README and the administration commands against the demo. */
export async function writeEnvFile(directory: string, variables: Record<string, string>): Promise<string> {
  const file = join(directory, 'env');
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  return file;
}

export function tableOf(report: DemoReport, files: { env: string; logs: readonly string[] }): string {
  const rows: [string, string | null][] = [
    ['Partner API and hosted page', report.apiUrl],
    ['Console', report.consoleUrl],
    ['Partner portal', report.portalUrl],
    ['Demo shop', report.shopUrl],
    ['Database (owner)', report.databaseUrl],
    ['', ''],
    ['API key', report.partner.apiKey],
    ['API secret', report.partner.apiSecret],
    ['Hash secret', report.partner.hashSecret],
    ['', ''],
    ...report.staff.map(({ handle, password, role }): [string, string] => [
      `Console: ${role.replaceAll('_', ' ')}`,
      `${handle.padEnd(8)} ${password}`,
    ]),
    ['', ''],
    ['For curl and commands', `source ${relative(process.cwd(), files.env)}`],
    ['Then, for example', `${VEZNE} partner list`],
    [
      'To approve a deposit',
      `${VEZNE} transaction list --waiting deposits; transaction show ID prints the line to copy`,
    ],
    [
      'What takes two people',
      `${VEZNE} request list; play the second with ${VEZNE} request confirm ID --as mehmet`,
    ],
    ['Logs', files.logs.map((file) => relative(process.cwd(), file)).join('  ')],
  ];
  const shown = rows.filter((row): row is [string, string] => row[1] !== null);
  const width = Math.max(...shown.map(([label]) => label.length));
  const lines = shown.map(([label, value]) => (label === '' ? '' : `  ${label.padEnd(width)}  ${value}`));
  return [
    '',
    'Vezne is ready.',
    '',
    ...lines,
    '',
    'Ctrl-C ends everything. The data stays for the next time; --fresh forgets it.',
    '',
  ].join('\n');
}
