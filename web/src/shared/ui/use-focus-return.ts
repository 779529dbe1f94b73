import { useCallback, useLayoutEffect, useState } from 'react';

/** What can have the focus, in the order of a page. */
const STOPS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Of each open dialog, where the focus was before it. */
const placesBefore = new WeakMap<Element, readonly Element[]>();

/** An element and all that it stands in. Inside a dialog they go on with where the focus was before that one. */
function placesFrom(start: Element | null): Element[] {
  const places: Element[] = [];
  for (let place = start; place !== null && place !== document.body; place = place.parentElement) {
    places.push(place);
    const before = placesBefore.get(place);
    if (before !== undefined) return [...places, ...before];
  }
  return places;
}

/** To what opened the dialog or, if that is gone, to the first stop in what is left around it. */
function giveBack(places: readonly Element[]): void {
  // Something has the focus already: a dialog that came instead, or what the person has clicked.
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  for (const place of places) {
    if (!place.isConnected) continue;
    const stop = place.matches(`${STOPS}, [tabindex]`) ? place : place.querySelector(STOPS);
    if (!(stop instanceof HTMLElement)) continue;
    stop.focus({ preventScroll: true });
    if (document.activeElement === stop) return;
  }
}

/**
 * Gives the focus back when a dialog goes. The answer is the `ref` of something inside the dialog. Mantine does this only for dialogs
 * that stay in the page while they are closed; ours come and go.
 */
export function useFocusReturn(): (inside: Element | null) => void {
  const [places] = useState(() => placesFrom(document.activeElement));
  useLayoutEffect(
    () => () => {
      // After React has taken the dialog away, and has shown the one that lay below it.
      setTimeout(() => giveBack(places));
    },
    [places],
  );
  return useCallback(
    (inside) => {
      const dialog = inside?.closest('[role=dialog]');
      if (dialog) placesBefore.set(dialog, places);
    },
    [places],
  );
}
