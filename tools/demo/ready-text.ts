import { relative } from 'node:path';
import { styleText } from 'node:util';
import { quoted } from './command-on-path.ts';
import type { DemoReport } from './print.ts';

/** What stands between a label and its value. */
const GAP = 2;

/** Commands to begin with. Each runs as it stands; no remark follows, for not every shell takes one. */
export const FIRST_COMMANDS = [
  ['Is everything well?', 'vezne status'],
  ['What waits for a decision', 'vezne transaction list --waiting deposits'],
  ['What waits for a second person', 'vezne request list'],
  ['Everything else', 'vezne --help'],
] as const;

/** What a newcomer reads when everything runs: where to look, who to be, and what to type. */
export function readyText(report: DemoReport, files: { env: string; logs: readonly string[] }): string {
  const { apiKey, apiSecret, hashSecret } = report.partner;
  const commands = [['First', `source ${shellPath(files.env)}`], ...FIRST_COMMANDS] as const;
  return [
    '',
    styleText(['bold', 'green'], 'Vezne is ready.'),
    '',
    ...aligned([
      ['Demo shop', report.shopUrl, 'deposit as a player'],
      ['Console', report.consoleUrl, 'decide as one of the people below'],
      ['Partner portal', report.portalUrl, 'see it as a partner does'],
      ['Documentation', `${report.apiUrl}/docs`, 'integrate as a partner'],
      ['Partner API', report.apiUrl, 'and the hosted page'],
    ]),
    '',
    styleText('bold', 'People who sign in to the console'),
    ...aligned(
      report.staff.map(({ handle, password, role }) => [handle, password, role.replaceAll('_', ' ')]),
    ),
    '',
    styleText('bold', 'People who sign in to the partner portal'),
    ...aligned(
      report.partnerPeople.map(({ email, password, role, partner }) => [
        email,
        password,
        `${role} of ${partner}`,
      ]),
    ),
    '',
    styleText('bold', 'What the demo shop signs with'),
    ...aligned([
      ['API key', apiKey, ''],
      ['API secret', apiSecret, ''],
      ['Hash secret', hashSecret, ''],
    ]),
    '',
    styleText('bold', 'In a second terminal, in this folder'),
    ...aligned(commands.map(([why, command]) => [why, styleText('cyan', command)])),
    '',
    styleText('dim', `Database  ${report.databaseUrl}`),
    styleText('dim', `Logs      ${files.logs.map(shellPath).join(' ')}`),
    '',
    'Ctrl-C ends everything. The data stays for the next time; --fresh forgets it.',
    '',
  ].join('\n');
}

/** Rows in columns. One without its second cell is for a surface that does not exist yet. */
function aligned(rows: readonly (readonly (string | null)[])[]): string[] {
  const shown = rows.filter(([, value]) => value !== null).map((row) => row.map((cell) => cell ?? ''));
  const widths = shown.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, cell.length)),
    [],
  );
  return shown.map((row) =>
    `  ${row.map((cell, index) => cell.padEnd((widths[index] ?? 0) + GAP)).join('')}`.trimEnd(),
  );
}

/** A path that can be pasted, whatever letters it has. */
function shellPath(path: string): string {
  const beside = relative(process.cwd(), path);
  const shown = beside.startsWith('..') ? path : beside;
  return /^[\w./-]+$/.test(shown) ? shown : quoted(shown);
}
