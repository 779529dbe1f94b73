/** Checks the table of ARCHITECTURE.md. */
import { existsSync } from 'node:fs';
import { checkFolders } from './folders/check.ts';

const FOLDERS = ['packages', 'server', 'tools', 'web', 'bench', 'chaos', 'e2e', 'examples'].filter((name) =>
  existsSync(name),
);
/** A parser that reads nothing finds nothing. Fewer modules than this mean that the check itself is broken. */
const FEWEST_MODULES = 100;

const { modules, violations } = await checkFolders(process.cwd(), FOLDERS);
for (const { rule, from, to } of violations) process.stderr.write(`${rule}: ${from} imports ${to}\n`);
if (modules < FEWEST_MODULES) process.stderr.write(`Only ${modules} modules were read.\n`);
if (violations.length > 0 || modules < FEWEST_MODULES) process.exitCode = 1;
else process.stdout.write(`${modules} modules, every import allowed.\n`);
