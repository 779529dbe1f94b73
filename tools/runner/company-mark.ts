/** Written by a company's process before each of its files, to both outputs: what follows was written by that file. */
export function markOf(file: string): string {
  return `⟦${file}⟧\n`;
}

export const MARK = /⟦([^⟧]+\.test\.ts)⟧\n?/;
