#!/usr/bin/env node
// The program `vezne`. It is JavaScript that an old Node reads too, so that it can say which one is needed instead of failing at the
// first type.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const NEEDED = [24, 21];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
  // Half of a command's time is the reading of TypeScript. What was read is kept beside the code: only who may change the code may
  // change it, and where that is nobody it is read each time.
  module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/vezne', import.meta.url)));
  await import('../src/main.ts');
} else {
  process.stderr.write(
    `vezne: This needs Node ${NEEDED.join('.')} or newer, and ${process.execPath} is ${process.versions.node}. ` +
      'Put a newer one first on the PATH.\n',
  );
  process.exitCode = 1;
}
