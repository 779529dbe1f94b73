import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { themeStylesheet } from './theme-stylesheet.ts';

/** The server writes a new nonce in place of this into every answer. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Puts the colours before the first stylesheet, so that the page has them before any script runs. */
function tokens(): Plugin {
  return {
    name: 'tokens',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('/shared/theme/base.css') ? `${themeStylesheet()}${code}` : undefined;
    },
  };
}

/** The console. The portal will be a second root beside it: no page loads what belongs to the other. */
// oxlint-disable-next-line import/no-default-export -- vite wants it so
export default defineConfig(({ command }) => ({
  root: pathOf('./src/console'),
  plugins: [tokens()],
  // A development server has no nonce to give.
  ...(command === 'build' ? { html: { cspNonce: NONCE_PLACEHOLDER } } : {}),
  build: {
    outDir: pathOf('./dist/console'),
    emptyOutDir: true,
    target: 'es2024',
    // One stylesheet: a page that comes later never moves what is there.
    cssCodeSplit: false,
    // A data: address in a stylesheet or page would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // pdf.js is larger than everything else, and loaded only with a PDF.
    chunkSizeWarningLimit: 1_800,
    rolldownOptions: {
      // Receipts are drawn in a page of their own, without an origin.
      input: [pathOf('./src/console/index.html'), pathOf('./src/console/receipt-frame.html')],
      // In one chunk, which runs before all others: zod must be told before the first schema is made.
      output: {
        codeSplitting: {
          groups: [{ name: 'first', test: /console\/first\.ts|node_modules\/(zod|get-nonce)\// }],
        },
      },
      onLog(level, log, show) {
        // Libraries say where a server would stop rendering; we have no such server.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, log);
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': process.env['VEZNE_CONSOLE_URL'] ?? 'http://localhost:4001' },
  },
}));
