import { defineConfig } from 'vite';
import { appConfig } from './vite.app.ts';

/** For people of partners. */
// oxlint-disable-next-line import/no-default-export -- vite wants it so
export default defineConfig(
  appConfig({
    name: 'portal',
    port: 5174,
    api: process.env['VEZNE_PORTAL_URL'] ?? 'http://localhost:4002',
  }),
);
