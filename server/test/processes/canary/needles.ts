/** A value that must not be found, in every form in which it could have been written somewhere. */
export interface Canary {
  /** What it is, for whoever reads that it was found. */
  name: string;
  /** As text, or as bytes that have no text of their own. */
  value: string | Buffer;
}

/** Shorter ones would be found by chance. */
const LEAST_BYTES = 8;

function formsOf(value: string | Buffer): Buffer[] {
  const bytes = Buffer.from(value);
  const texts = typeof value === 'string' ? [encodeURIComponent(value), escapedJson(value)] : [];
  const hex = bytes.toString('hex');
  const forms = [bytes, hex, hex.toUpperCase(), ...texts, ...texts.map(lowerPercent), ...base64Forms(bytes)];
  const unique = new Map(forms.map((form) => [Buffer.from(form).toString('latin1'), Buffer.from(form)]));
  return [...unique.values()].filter(({ length }) => length >= LEAST_BYTES);
}

function lowerPercent(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());
}

/** Every letter beyond ASCII as \uXXXX. */
function escapedJson(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What all encodings of a longer text have in common, wherever the value begins in it. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

interface Needle {
  name: string;
  form: Buffer;
}

/** Looks for all of them in one pass, whatever their number: a log of writes has tens of megabytes. */
export function createSearch(canaries: readonly Canary[]): (hay: Buffer) => string[] {
  const byBeginning = new Map<number, Needle[]>();
  const mayBegin = new Uint8Array(1 << 16);
  for (const { name, value } of canaries) {
    for (const form of formsOf(value)) {
      const beginning = form.readUInt32LE(0);
      mayBegin[beginning & 0xffff] = 1;
      byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), { name, form }]);
    }
  }
  return (hay) => {
    const found = new Set<string>();
    for (let at = 0; at + LEAST_BYTES <= hay.length; at += 1) {
      if (mayBegin[(hay[at] ?? 0) | ((hay[at + 1] ?? 0) << 8)] === 0) continue;
      for (const { name, form } of byBeginning.get(hay.readUInt32LE(at)) ?? [])
        if (hay.subarray(at, at + form.length).equals(form))
          found.add(`${name} ${around(hay, at, form.length)}`);
    }
    return [...found];
  };
}

/** Where it was found, so that whoever reads it knows what has written it. */
function around(hay: Buffer, at: number, length: number): string {
  return `at ${at}: …${hay
    .subarray(Math.max(0, at - 120), at + length + 40)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '.')}…`;
}
