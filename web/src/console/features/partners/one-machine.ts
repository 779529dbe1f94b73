/** An address of the machine that the service itself runs on. In development one person sets it, as nobody outside hears anything by it. */
export function isOnOneMachine(address: string, isDevelopment: boolean): boolean {
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  return (
    isDevelopment && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
  );
}
