import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfigFnObject } from 'vite';
import { themeStylesheet } from './theme-stylesheet.ts';

/** The server writes a new nonce in place of this into every answer. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

export const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

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

interface App {
  name: 'console' | 'portal';
  /** Pages besides the first one. */
  pages?: readonly string[];
  plugins?: readonly Plugin[];
  /** Of the development server. */
  port: number;
  /** Where the development server finds the API. */
  api: string;
}

/** Console and portal are two roots with two outputs: no page loads what belongs to the other. */
export function appConfig({ name, pages = [], plugins = [], port, api }: App): UserConfigFnObject {
  const root = pathOf(`./src/${name}`);
  return ({ command }) => ({
    root,
    publicDir: pathOf('./src/shared/public'),
    plugins: [tokens(), ...plugins],
    // A development server has no nonce to give.
    ...(command === 'build' ? { html: { cspNonce: NONCE_PLACEHOLDER } } : {}),
    build: {
      outDir: pathOf(`./dist/${name}`),
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
        input: ['index.html', ...pages].map((page) => `${root}/${page}`),
        // In one chunk, which runs before all others: zod must be told before the first schema is made.
        output: {
          codeSplitting: {
            groups: [{ name: 'first', test: /shared\/start\/first\.ts|node_modules\/(zod|get-nonce)\// }],
          },
        },
        onLog(level, log, show) {
          // Libraries say where a server would stop rendering; we have no such server.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, log);
        },
      },
    },
    server: { port, proxy: { '/api': api } },
  });
}
