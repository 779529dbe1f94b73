import type { TestContext } from 'node:test';

/** For hooks after a test, to print what explains a failure. Node has it, but its types don't. */
export function hasPassed(t: TestContext): boolean {
  return (t as TestContext & { passed: boolean }).passed;
}
