import { createContext, useContext, useEffect, useLayoutEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { KeyLayer } from './key-layer.ts';
import type { KeyBinding } from './key-layer.ts';

const LayerContext = createContext<KeyLayer | null>(null);
const ScopeContext = createContext<symbol | null>(null);

export function KeyProvider({ children }: { children: ReactNode }) {
  const layer = useMemo(() => new KeyLayer(), []);
  useEffect(() => {
    globalThis.addEventListener('keydown', layer.onKeyDownFirst, { capture: true });
    document.addEventListener('keydown', layer.onKeyDown);
    return () => {
      globalThis.removeEventListener('keydown', layer.onKeyDownFirst, { capture: true });
      document.removeEventListener('keydown', layer.onKeyDown);
    };
  }, [layer]);
  return <LayerContext value={layer}>{children}</LayerContext>;
}

/** Everything inside has the keys for itself as long as it is there: a dialog, the palette. */
export function KeyScope({ children }: { children: ReactNode }) {
  const layer = useKeyLayer();
  const id = useMemo(() => Symbol('scope'), []);
  // Before the effects of children, which add their keys to it.
  useLayoutEffect(() => layer.open(id), [layer, id]);
  return <ScopeContext value={id}>{children}</ScopeContext>;
}

export function useKeyLayer(): KeyLayer {
  const layer = useContext(LayerContext);
  if (layer === null) throw new Error('There is no KeyProvider above.');
  return layer;
}

/** Binds keys as long as the component is there. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const layer = useKeyLayer();
  const scope = useContext(ScopeContext);
  const owner = useMemo(() => Symbol('owner'), []);
  useEffect(() => layer.add(scope, owner, bindings));
}
