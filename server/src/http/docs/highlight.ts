import { escapeHtml } from './html.ts';

export type SampleLanguage = 'curl' | 'typescript' | 'php' | 'python';

const STRING = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
const HASH_COMMENT = String.raw`(?<=^|\s)#.*$`;
const SLASH_COMMENT = String.raw`(?<=^|\s)\/\/.*$|\/\*[^]*?\*\/`;

/**
 * Matches a string or a comment, whichever starts first. Everything else stays plain: that is enough colour to read well.
 */
const TOKENS: Readonly<Record<SampleLanguage | 'json', RegExp>> = {
  curl: new RegExp(`(?<string>${STRING})|(?<comment>${HASH_COMMENT})`, 'gm'),
  python: new RegExp(`(?<string>"""[^]*?"""|${STRING})|(?<comment>${HASH_COMMENT})`, 'gm'),
  php: new RegExp(`(?<string>${STRING})|(?<comment>${SLASH_COMMENT})`, 'gm'),
  typescript: new RegExp(`(?<string>${STRING})|(?<comment>${SLASH_COMMENT})`, 'gm'),
  // Field names stay plain; values are coloured.
  json: /(?<string>(?<=: |^ +)"(?:[^"\\]|\\.)*"(?!:))|(?<comment>(?!))/gm,
};

/** Code as HTML, with strings and comments marked. */
export function highlight(code: string, language: SampleLanguage | 'json'): string {
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
