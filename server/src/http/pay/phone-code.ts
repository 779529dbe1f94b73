import { encodeQR } from 'qr';

/** A QR code as one path: a stroke of a module's height for every run of dark modules. */
export interface PhoneCode {
  size: number;
  path: string;
}

/** One takes two milliseconds to make and three kilobytes to keep. Pages that are loaded again soon find it here. */
const MOST_KEPT = 256;
/** A phone is where this code leads, so it is not sent there. Tablets that call themselves desktops get it, and do not show it. */
const PHONE = /Mobi|Android|iPhone/;
const BROWSER = /^Mozilla\//;

/** Leads from a screen on a desk to the same page on the phone that has the bank's app. */
export interface PhoneCodes {
  /** Null where the browser is on a phone already. */
  codeFor(address: string, userAgent: string | undefined): PhoneCode | null;
}

export function createPhoneCodes(): PhoneCodes {
  const kept = new Map<string, PhoneCode>();
  return {
    codeFor(address, userAgent = '') {
      if (!BROWSER.test(userAgent) || PHONE.test(userAgent)) return null;
      const code = kept.get(address) ?? drawCode(address);
      // The one that was not asked for longest goes first.
      kept.delete(address);
      kept.set(address, code);
      const [oldest = ''] = kept.keys();
      if (kept.size > MOST_KEPT) kept.delete(oldest);
      return code;
    },
  };
}

function drawCode(address: string): PhoneCode {
  // Screens are clean and flat, so the lowest correction is enough, and its modules are the largest.
  const rows = encodeQR(address, 'raw', { ecc: 'low', border: 2 });
  return { size: rows.length, path: rows.map(rowPath).join('') };
}

function rowPath(row: readonly boolean[], y: number): string {
  const marks = row.map((isDark) => (isDark ? '1' : '0')).join('');
  let end = 0;
  const runs = [...marks.matchAll(/1+/g)].map(({ index, 0: { length } }) => {
    const move = end === 0 ? `M${index} ${y}.5` : `m${index - end} 0`;
    end = index + length;
    return `${move}h${length}`;
  });
  return runs.join('');
}
