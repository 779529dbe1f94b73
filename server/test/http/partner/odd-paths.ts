/** Spellings of a path that some server, proxy or framework accepts as the path itself. Ours must not. */
export function oddSpellingsOf(path: string): string[] {
  const spellings = [...characterwise(path), ...segmentwise(path), ...aroundIt(path)];
  return [...new Set(spellings)].filter((spelling) => spelling !== path);
}

/** What may be inserted anywhere. */
const INSERTED = [
  '/',
  '//',
  './',
  '/.',
  '../',
  '/..',
  '.',
  '\\',
  ';',
  '#',
  '?',
  '&',
  ':',
  '*',
  '~',
  '%',
  '%%',
  '%zz',
  '%00',
  '%20',
  '%09',
  '%0d%0a',
  '%2e',
  '%2e%2e',
  '%2f',
  '%5c',
  '%3b',
  '%23',
  '%3f',
  '%u002f',
  '%c0%af',
  '%e2%80%8b',
  '%ef%bb%bf',
  '\u00a0',
  '\u00ad',
];

function characterwise(path: string): string[] {
  return Array.from(path, (character, at) => {
    const [before, after] = [path.slice(0, at), path.slice(at + 1)];
    const code = character.charCodeAt(0);
    const hex = code.toString(16).padStart(2, '0');
    const replaced = [
      `%${hex}`,
      `%${hex.toUpperCase()}`,
      `%25${hex}`,
      `%u00${hex}`,
      // The same letter in the full-width block, and as an over-long sequence of UTF-8.
      encodeURIComponent(String.fromCharCode(code + 0xfee0)),
      `%c${code >> 6}%${(0x80 | (code & 0x3f)).toString(16)}`,
      String.fromCharCode(code | 0x80),
      swappedCase(character),
      '',
    ];
    const inserted = INSERTED.map((text) => text + character);
    return [...replaced, ...inserted].map((text) => before + text + after);
  }).flat();
}

function segmentwise(path: string): string[] {
  const [, version = '', noun = ''] = path.split('/');
  return [
    `/${version}/x/../${noun}`,
    `/${version}/./${noun}`,
    `/${version}/%2e/${noun}`,
    `/x/../${version}/${noun}`,
    `/../${version}/${noun}`,
    `/${version};a=b/${noun}`,
    `/${version}/${noun};jsessionid=1`,
    `/${noun}`,
    `/${noun}/${version}`,
    `/v2/${noun}`,
    `/v01/${noun}`,
    `/v1.0/${noun}`,
    `/api/${version}/${noun}`,
    `/${version}/${version}/${noun}`,
    `/${version}/${noun}/${noun}`,
    `/${version}/${noun.slice(0, -1)}`,
    `/${version}/${noun}s`,
    `/${version}/*`,
    `/${version}/:noun`,
    `/${version}/${noun}/1`,
    `/${version}/${noun}.json`,
    `/${version}/${noun}.x`,
  ];
}

function aroundIt(path: string): string[] {
  const query = ['?', '?a=1', '?externalReference=x', '??', '?#', '?%00', '?/', `?${path}`, '?a=1&a=1'];
  return [
    '*',
    '/',
    '',
    path.slice(1),
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}/..`,
    `${path}#top`,
    `http://pay.example${path}`,
    `https://pay.example${path}`,
    `http://127.0.0.1${path}`,
    `http:${path}`,
    `//pay.example${path}`,
    `pay.example:443`,
    path.toUpperCase(),
    encodeURIComponent(path),
    ...query.map((text) => path + text),
  ].filter((spelling) => spelling !== '');
}

function swappedCase(character: string): string {
  const lower = character.toLowerCase();
  return character === lower ? character.toUpperCase() : lower;
}
