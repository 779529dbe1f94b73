/**
 * Whether a partner's list of networks lets an address in that could not come before. The portal asks for a second person exactly then. The
 * database decides, by its function `is_network_opened`; this says the same to people before they press. A test holds the two equal.
 *
 * `domain/widening` compares lists word by word: at the console a part of a network is a new one, and takes two people.
 */

/** None means any. A text that is no network is a part of none. */
export function isNetworkOpened(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  if (after.length === 0) return true;
  const allowed = before.map(fixedBits);
  return after.map(fixedBits).some((network) => !allowed.some((whole) => isPart(network, whole)));
}

/** Whether a line is an address or a whole network. */
export function isNetwork(text: string): boolean {
  return fixedBits(text) !== undefined;
}

/** Of an IPv4 address inside a network, such as 10.0.0.5/24, the network that was probably meant: 10.0.0.0/24. */
export function meantNetwork(text: string): string | undefined {
  const [, address = '', length = ''] = /^([0-9.]+)\/(\d{1,2})$/.exec(text) ?? [];
  const bits = bitsOfFour(address);
  if (bits === undefined || Number(length) > bits.length) return undefined;
  const first = bits.slice(0, Number(length)).padEnd(bits.length, '0');
  return `${[0, 8, 16, 24].map((from) => parseInt(first.slice(from, from + 8), 2)).join('.')}/${Number(length)}`;
}

/** The bits that are the same in all addresses of a network, with its family before them. */
type FixedBits = string | undefined;

function isPart(network: FixedBits, whole: FixedBits): boolean {
  return network !== undefined && whole !== undefined && network.startsWith(whole);
}

function fixedBits(text: string): FixedBits {
  const [, address = '', length] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const isSix = address.includes(':');
  const bits = isSix ? bitsOfSix(address) : bitsOfFour(address);
  if (bits === undefined || Number(length ?? 0) > bits.length) return undefined;
  const fixed = bits.slice(0, Number(length ?? bits.length));
  // An address inside a network is not the network: it is refused, and never read as the whole of it.
  if (bits.slice(fixed.length).includes('1')) return undefined;
  return `${isSix ? 6 : 4}:${fixed}`;
}

function bitsOfFour(address: string): string | undefined {
  const bytes = address.split('.');
  const isAddress =
    bytes.length === 4 && bytes.every((byte) => /^(0|[1-9]\d{0,2})$/.test(byte) && Number(byte) < 256);
  return isAddress ? bytes.map((byte) => Number(byte).toString(2).padStart(8, '0')).join('') : undefined;
}

const GROUPS = 8;
const BITS_OF_GROUP = 16;

/** `::` stands for as many zeros as are missing, and the last 32 bits may be written as an IPv4 address. */
function bitsOfSix(address: string): string | undefined {
  const sides = address.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const [head = [], tail = []] = sides;
  const bits = [head, tail].map((groups, side) =>
    groups.map((group, place) => {
      const isLast = side === sides.length - 1 && place === groups.length - 1;
      if (isLast && group.includes('.')) return bitsOfFour(group);
      return /^[0-9a-f]{1,4}$/i.test(group)
        ? parseInt(group, 16).toString(2).padStart(BITS_OF_GROUP, '0')
        : undefined;
    }),
  );
  if (sides.length > 2 || bits.flat().includes(undefined)) return undefined;
  const [first = '', last = ''] = bits.map((groups) => groups.join(''));
  const missing = GROUPS * BITS_OF_GROUP - first.length - last.length;
  const isWhole = sides.length === 2 ? missing > 0 : missing === 0;
  return isWhole ? first + '0'.repeat(missing) + last : undefined;
}
