/** The host of an address on the very machine that asks, as URL writes it. Nobody outside hears anything by it. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
