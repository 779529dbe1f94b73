/** Runs before every other module: the policy of the page allows no code that is made of text, and no style without the nonce. */
import { setNonce } from 'get-nonce';
import { z } from 'zod';

z.config({ jitless: true });

/** The server writes a new one into every answer; a development server has none. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// Dialogs keep the page behind them from scrolling by a style of their own.
if (nonce !== '') setNonce(nonce);
