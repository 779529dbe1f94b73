import { isThisMachine } from '@vezne/domain/this-machine';

/** An address of the machine that the service itself runs on. In development one person sets it, as nobody outside hears anything by it. */
export function isOnOneMachine(address: string, isDevelopment: boolean): boolean {
  return isDevelopment && URL.canParse(address) && isThisMachine(new URL(address).hostname);
}
