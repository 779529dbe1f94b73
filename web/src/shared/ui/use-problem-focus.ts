import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * After a refusal the focus stands in the field that is wrong, with its text selected: what is typed next replaces it. The answer is the
 * `ref` of the form. Each `problem` counts once, so a new one with the same words does too.
 */
export function useProblemFocus(problem: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem === undefined || problem === null) return;
    const field = form.current?.querySelector<HTMLInputElement>('input[aria-invalid=true]');
    field?.focus();
    field?.select();
  }, [problem]);
  return form;
}
