import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import { folderCircles } from './folder-circles.ts';
import { NOUN_CIRCLE_RULE, NOUN_FOLDERS, RULES } from './rules.ts';

export interface Violation {
  rule: string;
  from: string;
  to: string;
}

/** Checks the imports of the given folders below `baseDirectory` against the rules. */
export async function checkFolders(
  baseDirectory: string,
  folders: string[],
): Promise<{ modules: number; violations: Violation[] }> {
  const { output } = await cruise(
    folders,
    {
      baseDir: baseDirectory,
      // TypeScript 7 has no compiler API. With the default parser no file would be read, and nothing could fail.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|coverage)/' },
      validate: true,
      ruleSet: { forbidden: RULES },
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  );
  const { summary, modules } = output as ICruiseResult;
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  return {
    modules: summary.totalCruised,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...folderCircles(imports, NOUN_FOLDERS).map((edge) => ({ rule: NOUN_CIRCLE_RULE, ...edge })),
    ],
  };
}
