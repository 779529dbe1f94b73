/**
 * A document prints ids, fingerprints and codes of one day. Here they are names: each stands for one thing of the test's database, given
 * by its story or learned from the first answer that shows it. A name that would stand for two things is a mistake of the document.
 */

/** The kinds of names, and what each looks like in a real answer. */
const KINDS: readonly { printed: RegExp; real: string }[] = [
  { printed: /txn_[0-9a-f]{32}/, real: 'txn_[0-9a-f]{32}' },
  { printed: /evt_[0-9a-f]{32}/, real: 'evt_[0-9a-f]{32}' },
  { printed: /vzk_demo_\w+/, real: String.raw`vzk_\w+` },
  {
    printed: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    real: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  },
  { printed: /\b[0-9a-f]{64}\b/, real: '[0-9a-f]{64}' },
  { printed: /\b[0-9a-f]{12}\b/, real: '[0-9a-f]{12}' },
  // Reference codes: those of documents have a digit, so no word is one.
  { printed: /\b(?=[A-Z]*\d)[0-9A-Z]{8}\b/, real: '[0-9A-Z]{8}' },
];

const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+03/;
const REAL_TIME = TIME.source;
/** What is told apart from plain text: times, blanks that align, what the document leaves out, and names. */
const TOKEN = new RegExp(
  [TIME, /\d+ ms\b/, /session \d+/, / {2,}/, /…/, ...KINDS.map(({ printed }) => printed)]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

export interface Names {
  bind: (printed: string, real: string) => void;
  realOf: (printed: string) => string | undefined;
  /** A command as it is printed, with what its names stand for. */
  fill: (command: string) => string;
  /** Compares an answer with the printed one and learns names from it. Returns what is wrong. Loosely, one number is as good as another. */
  learn: (printed: string, real: string, options?: { isLoose?: boolean }) => string | undefined;
  /** A real answer with the names of the document, for whoever has to mend it. */
  printed: (real: string) => string;
}

export function createNames(): Names {
  const reals = new Map<string, string>();
  const bind = (printed: string, real: string): void => void reals.set(printed, real);
  const fill = (text: string): string => {
    let filled = text;
    for (const [printed, real] of reals) filled = filled.replaceAll(printed, real);
    return filled;
  };
  return {
    bind,
    fill,
    realOf: (printed) => reals.get(printed),
    printed: (real) => {
      let text = real;
      for (const [printed, value] of reals) text = text.replaceAll(value, printed);
      return text;
    },
    learn: (printed, real, { isLoose = false } = {}) => {
      const { pattern, unknown } = patternOf(printed, { reals, fill, isLoose });
      const match = pattern.exec(`${real.trimEnd()}\n`);
      if (match === null) return 'the answer is another one';
      for (const [index, name] of unknown.entries()) {
        const value = match[index + 1] ?? '';
        if ([...reals.values()].includes(value)) return `${name} has another name already`;
        bind(name, value);
      }
      return undefined;
    },
  };
}

/** Everything as it stands there, but for times and durations; names that are not known yet match their kind. */
function patternOf(
  printed: string,
  {
    reals,
    fill,
    isLoose,
  }: { reals: ReadonlyMap<string, string>; fill: (text: string) => string; isLoose: boolean },
): { pattern: RegExp; unknown: string[] } {
  const unknown: string[] = [];
  const ofText = (text: string): string =>
    isLoose ? escaped(fill(text)).replaceAll(/\d+/g, String.raw`\d+`) : escaped(fill(text));
  const ofToken = (token: string): string => {
    if (TIME.test(token)) return REAL_TIME;
    if (token.startsWith('session ')) return String.raw`session \d+`;
    if (token.endsWith(' ms')) return String.raw`\d+ ms`;
    if (/^ +$/.test(token)) return ' {2,}';
    if (token === '…') return '.*';
    const known = reals.get(token);
    if (known !== undefined) return escaped(known);
    const place = unknown.indexOf(token);
    if (place !== -1) return `\\${place + 1}`;
    unknown.push(token);
    const kind = KINDS.find(({ printed: look }) => new RegExp(`^${look.source}$`).test(token));
    return `(${kind?.real})`;
  };
  const lines = printed.split('\n').map((line) => {
    if (line.trim() === '…') return String.raw`(?:.*\n)*?`;
    let source = '';
    let from = 0;
    for (const match of line.matchAll(TOKEN)) {
      source += ofText(line.slice(from, match.index)) + ofToken(match[0]);
      from = match.index + match[0].length;
    }
    return String.raw`${source}${ofText(line.slice(from))} *\n`;
  });
  return { pattern: new RegExp(`^${lines.join('')}$`), unknown };
}

/** As itself in a pattern. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
