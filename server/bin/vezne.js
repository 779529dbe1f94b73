#!/usr/bin/env node
// The program `vezne`. It is JavaScript that an old Node reads too, so that it can say which one is needed instead of failing at the
// first type.
const NEEDED = [24, 21];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
  await import('../src/main.ts');
} else {
  process.stderr.write(
    `vezne: This needs Node ${NEEDED.join('.')} or newer, and ${process.execPath} is ${process.versions.node}. ` +
      'Put a newer one first on the PATH.\n',
  );
  process.exitCode = 1;
}
