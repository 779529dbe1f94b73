/**
 * The keys of a surface. Scopes lie on each other: the page, a dialog over it, a palette over that. Only the one on top hears a key,
 * so nothing acts behind an open layer. A held key counts once.
 */
import { SEQUENCE_MS, matchPress, nameOfPress } from './press.ts';
import type { Pending } from './press.ts';

export interface KeyBinding {
  /** "j", "Ctrl+k", "?", or a sequence: "g p". */
  keys: string;
  /** What the key does, for the help. */
  label: string;
  /** The heading in the help below which it stands. */
  group: string;
  /** Also inside a field; else a letter there is only a letter. */
  inFields?: boolean;
  run: () => void;
}

/** One component's bindings within a scope. */
type Bindings = readonly KeyBinding[];

interface Scope {
  readonly id: symbol;
  readonly bindings: Map<symbol, Bindings>;
}

export class KeyLayer {
  /** The page itself is the lowest scope and never leaves. */
  private readonly scopes: Scope[] = [{ id: Symbol('page'), bindings: new Map() }];
  private pending: Pending | null = null;
  /** The one on top when the key went down. */
  private heard: Scope | undefined;

  /** Opens a scope over all others; the answer closes it. */
  open(id: symbol): () => void {
    const scope: Scope = { id, bindings: new Map() };
    this.scopes.push(scope);
    return () => {
      this.scopes.splice(this.scopes.indexOf(scope), 1);
    };
  }

  /** Adds bindings to a scope (null: the page); the answer takes them away. */
  add(scopeId: symbol | null, owner: symbol, bindings: Bindings): () => void {
    const scope = scopeId === null ? this.scopes[0] : this.scopes.find(({ id }) => id === scopeId);
    scope?.bindings.set(owner, bindings);
    return () => {
      if (scope?.bindings.get(owner) === bindings) scope.bindings.delete(owner);
    };
  }

  /** The keys of the page, for the help, which itself lies over it. */
  pageBindings(): KeyBinding[] {
    return [...(this.scopes[0]?.bindings.values() ?? [])].flat();
  }

  /** A sequence has begun: the letter that comes now may be its second, and no part of the page takes it for itself. */
  isInSequence(nowMs: number): boolean {
    return this.pending !== null && nowMs - this.pending.atMs <= SEQUENCE_MS;
  }

  /** Before anything else hears it. */
  readonly onKeyDownFirst = (): void => {
    this.heard = this.scopes.at(-1);
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    // A dialog has closed itself by this very key: what lay below it must not hear the same press.
    if (this.heard !== this.scopes.at(-1)) return;
    const field = isField(event.target);
    if (event.repeat) {
      // Enter held down would press a button once more, or send a form twice.
      if (event.key === 'Enter' && !isTextArea(event.target)) event.preventDefault();
      return;
    }
    const name = nameOfPress({
      key: event.key,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      altKey: event.altKey,
      shiftKey: event.shiftKey,
      isAltGraph: event.getModifierState('AltGraph'),
    });
    if (name === null) return;
    const bindings = [...(this.scopes.at(-1)?.bindings.values() ?? [])]
      .flat()
      .filter(({ inFields }) => !field || inFields === true);
    const found = matchPress(
      name,
      bindings.map(({ keys }) => keys),
      { pending: this.pending, nowMs: event.timeStamp },
    );
    this.pending = found.pending;
    // The newest wins: what a part of a page binds comes before the page's own.
    const binding = bindings.findLast(({ keys }) => keys === found.matched);
    if (binding === undefined) return;
    event.preventDefault();
    binding.run();
  };
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || isTextArea(target) || target instanceof HTMLSelectElement) return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  );
}

function isTextArea(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement;
}
