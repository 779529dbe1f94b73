/** `node company-process.ts FILE…`: runs test files in this process, one after another. After the tests of each comes one with its name. */
import { resolve } from 'node:path';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { markOf } from './company-mark.ts';

const environment = { ...process.env };
// Some tests wait for nothing but a timer that keeps no process alive. Alone they have one that waits for them, and here too.
const stay = setInterval(() => undefined, 60_000);

for (const file of process.argv.slice(2)) {
  process.stdout.write(markOf(file));
  process.stderr.write(markOf(file));
  const failure = await import(pathToFileURL(resolve(file)).href).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  // Tests run in their order, so those of the file have ended before this one.
  await test(markOf(file), () => {
    if (failure !== undefined) throw failure.error;
  });
  // What a file changes for its whole process is not for the next.
  mock.reset();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
clearInterval(stay);
