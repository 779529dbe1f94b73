/**
 * Which test files run in one process, one after another. To load the console and to compile what runs often costs a process a second of
 * processor time, more than most tests of a file.
 */
import { readFileSync } from 'node:fs';
import { workOf } from './files.ts';

/** Half a minute of work or so: a run should end on all cores at once. */
const MOST_BYTES = 60_000;
/** These start programs and wait for them. They load little themselves, and side by side they wait less. */
const PROGRAMS = 'server/test/processes/';
/** What starts programs or a browser takes longer than its size says, however small it is. */
const PROGRAM_WORK = 2;
const LEAST_BYTES = 4_000;
/** Stands in a file that can't share a process, and is followed by the reason. Nor can one with hooks around all tests: they would be for others too. */
const ALONE = /^\/\/ In a process of its own: |^(?:before|after)(?:Each)?\(/m;

interface Company {
  files: string[];
  bytes: number;
}

/** Neighbours form a company, for they load nearly the same. Those with the most to do come first. */
export function companiesOf(files: readonly string[]): string[][] {
  const companies: Company[] = [];
  const open = new Map<string, Company>();
  for (const file of files.toSorted()) {
    const bytes = Math.max(LEAST_BYTES, workOf(file)) * (isProgram(file) ? PROGRAM_WORK : 1);
    const neighbourhood = neighbourhoodOf(file);
    const known = neighbourhood === undefined ? undefined : open.get(neighbourhood);
    if (known !== undefined && known.bytes + bytes <= MOST_BYTES) {
      known.files.push(file);
      known.bytes += bytes;
      continue;
    }
    const company = { files: [file], bytes };
    companies.push(company);
    if (neighbourhood !== undefined) open.set(neighbourhood, company);
  }
  return companies.toSorted((one, other) => other.bytes - one.bytes).map((company) => company.files);
}

/** Undefined: it runs alone. */
function neighbourhoodOf(file: string): string | undefined {
  const [workspace = '', ...folders] = file.split('/').slice(0, -1);
  if (!['e2e', 'packages', 'server', 'web'].includes(workspace) || file.startsWith(PROGRAMS))
    return undefined;
  if (ALONE.test(readFileSync(file, 'utf8'))) return undefined;
  if (workspace !== 'server') return workspace;
  // Of the surfaces each has a server of its own.
  return folders.slice(0, folders[1] === 'http' ? 3 : 2).join('/');
}

function isProgram(file: string): boolean {
  return file.startsWith(PROGRAMS) || !/^(?:packages|server|web)\//.test(file);
}
