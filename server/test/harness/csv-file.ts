/** Files that the console and the portal give, as whoever opens them reads them. */
/** RFC 4180, as a spreadsheet reads it. */
export function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /"((?:[^"]|"")*)"(,|\r\n)/gy;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    rows.at(-1)?.push((match[1] ?? '').replaceAll('""', '"'));
    if (match[2] === '\r\n') rows.push([]);
    if (pattern.lastIndex === text.length) return rows.slice(0, -1);
  }
  throw new Error('This is no CSV.');
}

export interface FetchedFile {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** The bytes: what reads text drops the mark at its beginning. */
export async function fetchFile(
  { url }: { url: string },
  { cookies }: { cookies: ReadonlyMap<string, string> },
  path: string,
): Promise<FetchedFile> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${url}${path}`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}
