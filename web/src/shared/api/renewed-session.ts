/**
 * Who proves that it is them gets another token for their session. Whatever was under way with the one before is told that nobody is signed in, in
 * this tab and in others, although the browser has the new one a moment later. So nobody is led to the door before it was asked again.
 */
const ASKED_AGAIN_AFTER_MS = [250, 1_000] as const;

/** Asks again for as long as the answer may be about a token that is no more. Nothing was done for it, so it may be anything that is asked. */
export async function askedAgain<T>(
  ask: () => Promise<T>,
  isForNobody: (answer: T) => boolean | Promise<boolean>,
): Promise<T> {
  for (const waitMs of ASKED_AGAIN_AFTER_MS) {
    const answer = await ask();
    if (!(await isForNobody(answer))) return answer;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return await ask();
}
