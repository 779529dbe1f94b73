import { useState } from 'react';

/**
 * The row that the keys of a list act on: where the reader put the mark, else what is open, or the first. What is opened by whatever way, a
 * search, a link or the browser's way back, takes the mark with it: a key must not reach another one than the pane shows.
 */
export function useMark(
  openId: string | null,
  ids: readonly string[],
): { activeId: string | null; mark: (id: string) => void } {
  const [markedId, mark] = useState(openId);
  const [openedId, setOpenedId] = useState(openId);
  if (openedId !== openId) {
    setOpenedId(openId);
    if (openId !== null) mark(openId);
  }
  const isThere = markedId !== null && ids.includes(markedId);
  return { activeId: isThere ? markedId : (openId ?? ids[0] ?? null), mark };
}
