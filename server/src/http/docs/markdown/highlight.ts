import { escapeHtml } from './inline.ts';

export type SampleLanguage = 'curl' | 'typescript' | 'php' | 'python';
export type HighlightedLanguage = keyof typeof TOKENS;

const STRING = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
const HASH_COMMENT = String.raw`(?<=^|\s)#.*$`;
const SLASH_COMMENT = String.raw`(?<=^|\s)\/\/.*$|\/\*[^]*?\*\/`;
const DASH_COMMENT = String.raw`(?<=^|\s)--.*$`;

const SHELL = new RegExp(`(?<string>${STRING})|(?<comment>${HASH_COMMENT})`, 'gm');
const SCRIPT = new RegExp(`(?<string>${STRING})|(?<comment>${SLASH_COMMENT})`, 'gm');

/**
 * Matches a string or a comment, whichever starts first. Everything else stays plain: that is enough colour to read well.
 */
const TOKENS = {
  curl: SHELL,
  sh: SHELL,
  python: new RegExp(`(?<string>"""[^]*?"""|${STRING})|(?<comment>${HASH_COMMENT})`, 'gm'),
  php: SCRIPT,
  typescript: SCRIPT,
  ts: SCRIPT,
  sql: new RegExp(`(?<string>${STRING})|(?<comment>${DASH_COMMENT})`, 'gm'),
  // Field names stay plain; values are coloured.
  json: /(?<string>(?<=: |^ +)"(?:[^"\\]|\\.)*"(?!:))|(?<comment>(?!))/gm,
  // What a terminal prints, or a line that is only read.
  text: /(?<string>(?!))|(?<comment>(?!))/gm,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Code as HTML, with strings and comments marked. */
export function highlight(code: string, language: HighlightedLanguage): string {
  let html = '';
  let at = 0;
  for (const match of code.trimEnd().matchAll(TOKENS[language])) {
    const [token] = match;
    const kind = match.groups?.['comment'] === undefined ? 'string' : 'comment';
    html += `${escapeHtml(code.slice(at, match.index))}<span class="${kind}">${escapeHtml(token)}</span>`;
    at = match.index + token.length;
  }
  return html + escapeHtml(code.slice(at).trimEnd());
}
