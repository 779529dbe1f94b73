/** Before `npm pack`: builds, or says what is missing. It is JavaScript, because an older Node reads no TypeScript. */
const OLDEST_NODE = 24;

function problem() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    return `The SDK is built with Node ${OLDEST_NODE}, and this is ${process.version}. In the repository: source .ci/setup, then npm pack in packages/sdk again.`;
  }
  try {
    import.meta.resolve('typescript');
    return undefined;
  } catch {
    return 'The compiler is missing. In the repository: npm ci, then npm pack in packages/sdk again.';
  }
}

const found = problem();
if (found === undefined) {
  await import('./build.ts');
} else {
  process.stderr.write(`${found}\n`);
  process.exitCode = 1;
}
