/** `node company-process.ts FILE…`: runs test files in this process, one after another, each inside a test with its name. */
import { resolve } from 'node:path';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { markOf } from './company-mark.ts';

const environment = { ...process.env };

for (const file of process.argv.slice(2)) {
  process.stdout.write(markOf(file));
  process.stderr.write(markOf(file));
  await test(file, async () => {
    await import(pathToFileURL(resolve(file)).href);
  });
  // What a file changes for its whole process is not for the next.
  mock.reset();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
