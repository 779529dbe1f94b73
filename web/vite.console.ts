import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { appConfig, pathOf } from './vite.app.ts';

const STYLESHEET = 'receipt-frame.css';

/** Beside the page that draws receipts, and under its own name: that page has no origin, and nothing of the console. */
function receiptStylesheet(): Plugin {
  const source = (): string => readFileSync(pathOf(`./src/console/receipt-frame/${STYLESHEET}`), 'utf8');
  return {
    name: 'receipt-stylesheet',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: STYLESHEET, source: source() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${STYLESHEET}`, (_, response) =>
        response.setHeader('content-type', 'text/css').end(source()),
      );
    },
  };
}

/** For staff. Receipts are drawn in a page of their own, without an origin. */
// oxlint-disable-next-line import/no-default-export -- vite wants it so
export default defineConfig(
  appConfig({
    name: 'console',
    pages: ['receipt-frame.html'],
    plugins: [receiptStylesheet()],
    port: 5173,
    api: process.env['VEZNE_CONSOLE_URL'] ?? 'http://localhost:4001',
  }),
);
