export interface Statement {
  /** Without comments and texts, in lower case, with single blanks. */
  words: string;
  /** What a person says of it, with a reason. */
  excuses: ReadonlySet<string>;
}

/** `-- harmless: why` or `-- repeatable: why` above a statement. */
const EXCUSE = /^--\s*(harmless|repeatable):\s*\S/;

/** The statements of a file, as far as simple means can tell them. */
export function statementsOf(sql: string): Statement[] {
  // Bodies of functions and texts are no statements of this file. A `do` block is one, and is not looked into.
  const plain = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, `''`).replace(/'(?:[^']|'')*'/g, `''`);
  const statements: Statement[] = [];
  let [words, excuses] = ['', new Set<string>()];
  for (const line of plain.split('\n')) {
    const [, excuse] = EXCUSE.exec(line.trim()) ?? [];
    if (excuse !== undefined && words.trim() === '') excuses.add(excuse);
    const parts = line.replace(/--.*$/, '').toLowerCase().split(';');
    for (const [index, part] of parts.entries()) {
      words += ` ${part}`;
      if (index === parts.length - 1) continue;
      statements.push({ words: words.replace(/\s+/g, ' ').trim(), excuses });
      [words, excuses] = ['', new Set<string>()];
    }
  }
  return statements.filter((statement) => statement.words !== '');
}
