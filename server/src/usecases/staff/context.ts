import type { AdminContext } from '../admin-context.ts';

/** For actions that make links to the console. */
export interface StaffContext extends AdminContext {
  /** Where the console is, without a trailing slash. */
  consoleUrl: string;
}
