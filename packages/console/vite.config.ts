import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the gateway of `npm start` listens. */
const GATEWAY = process.env['LODGING_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  css: { transformer: 'lightningcss', modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    // The two newest of each browser.
    target: ['chrome144', 'firefox139', 'safari18.4'],
    modulePreload: { polyfill: false },
    // The content security policy allows no fonts or scripts as data.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': GATEWAY, '/problems': GATEWAY } },
});
