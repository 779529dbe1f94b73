import type { TestContext } from 'node:test';

/** For hooks that run after a test, to tell what explains a failure. Node has it, its types don't. */
export function hasPassed(t: TestContext): boolean {
  return (t as TestContext & { passed: boolean }).passed;
}
