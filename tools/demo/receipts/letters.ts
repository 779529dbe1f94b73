/** Text as points, so that a picture of a receipt can be read without a font on the machine. */
import { foldName } from '@vezne/domain/names';

/** Five rows of three points for each sign. A row is a digit from 0 to 7, whose bits are the points. */
const SIGNS: Readonly<Record<string, string>> = {
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71111',
  '8': '75757',
  '9': '75717',
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25573',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  '.': '00002',
  ':': '02020',
  '-': '00700',
  ' ': '00000',
};
const SIGN_WIDTH = 3;
const SIGN_HEIGHT = 5;
const MARGIN = 3;

/** Points from left to right and from top to bottom; true is ink. */
export interface Drawing {
  width: number;
  height: number;
  isInk: (x: number, y: number) => boolean;
}

/** As banks print it: capitals without their marks, and nothing but what has a sign. */
export function asBanksPrint(line: string): string {
  return Array.from(line, (sign) => (/[\p{L}]/u.test(sign) ? foldName(sign) : sign))
    .join('')
    .toUpperCase()
    .replace(/[^A-Z0-9.: -]/g, ' ');
}

export function drawLines(lines: readonly string[]): Drawing {
  const printed = lines.map(asBanksPrint);
  const signs = Math.max(...printed.map((line) => line.length));
  return {
    width: signs * (SIGN_WIDTH + 1) + 2 * MARGIN,
    height: printed.length * (SIGN_HEIGHT + 2) + 2 * MARGIN,
    isInk(x, y) {
      const [column, row] = [x - MARGIN, y - MARGIN];
      const sign = printed[Math.floor(row / (SIGN_HEIGHT + 2))]?.[Math.floor(column / (SIGN_WIDTH + 1))];
      if (column < 0 || row < 0 || sign === undefined) return false;
      const bits = Number(SIGNS[sign]?.[row % (SIGN_HEIGHT + 2)] ?? 0);
      const place = column % (SIGN_WIDTH + 1);
      return place < SIGN_WIDTH && ((bits >> (SIGN_WIDTH - 1 - place)) & 1) === 1;
    },
  };
}
