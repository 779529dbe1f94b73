/** What a press of a key means, whatever the keyboard. Without a browser, so that a test can press every key. */

/** The part of a KeyboardEvent that counts. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** AltGr: on Windows it arrives as Ctrl and Alt, and makes a character. */
  isAltGraph: boolean;
}

/** On a Turkish keyboard the four are four letters, and a shortcut has one of them. */
const FORMS_OF_I = /^[iıIİ]$/;

/**
 * The name of a press: "j", "Shift+x", "Ctrl+k", "Escape", "/". A character counts as it is written, however it is typed: on a
 * Turkish keyboard "/" is Shift+7. Null: only a modifier, or a combination that is the browser's own.
 */
export function nameOfPress({ key, ctrlKey, metaKey, altKey, shiftKey, isAltGraph }: Press): string | null {
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process', 'Unidentified'].includes(key))
    return null;
  const isControl = (ctrlKey || metaKey) && !isAltGraph;
  if (altKey && !isAltGraph) return null;
  if (key.length > 1) return `${isControl ? 'Ctrl+' : ''}${shiftKey ? 'Shift+' : ''}${key}`;
  const character = FORMS_OF_I.test(key) ? 'i' : key.toLocaleLowerCase('tr');
  const isLetter = /^\p{L}$/u.test(character);
  return `${isControl ? 'Ctrl+' : ''}${isLetter && shiftKey ? 'Shift+' : ''}${character}`;
}

/** How long the second key of a sequence such as "g p" may take. */
export const SEQUENCE_MS = 1_200;

export interface Pending {
  name: string;
  atMs: number;
}

/**
 * Which of the bindings a press completes, and what is pending after it. A binding is one name, or two with a blank between them.
 */
export function matchPress(
  name: string,
  bindings: readonly string[],
  { pending, nowMs }: { pending: Pending | null; nowMs: number },
): { matched: string | null; pending: Pending | null } {
  if (pending !== null && nowMs - pending.atMs <= SEQUENCE_MS) {
    const sequence = `${pending.name} ${name}`;
    if (bindings.includes(sequence)) return { matched: sequence, pending: null };
  }
  if (bindings.includes(name)) return { matched: name, pending: null };
  const begins = bindings.some((binding) => binding.startsWith(`${name} `));
  return { matched: null, pending: begins ? { name, atMs: nowMs } : null };
}
