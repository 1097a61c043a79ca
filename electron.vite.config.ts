import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { resolve } from 'node:path';

// One build runs in the declared Electron and in the fallback runtime of docs/architecture.md, so the
// targets are those of the older one (Electron 33: Node 20.18, Chromium 130).
const NODE_TARGET = 'node20.18';
const CHROMIUM_TARGET = 'chrome130';

function source(path: string): string {
  return resolve(import.meta.dirname, 'src', path);
}

export default defineConfig({
  main: {
    build: {
      target: NODE_TARGET,
      // Only what is in "dependencies" stays outside the bundles: the sqlite library and its native code.
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          index: source('main/shell/main.ts'),
          engine: source('engine/engine.ts'),
          sandbox: source('sandbox/main.ts'),
          cli: source('cli/main.ts'),
          // Started by their file names, which are looked for beside the code that starts them: hence no folder for chunks.
          'page-reader-thread': source('core/sync/page-reader-thread.ts'),
          'csv-helper-thread': source('core/export/csv/csv-helper-thread.ts'),
          'parquet-helper-thread': source('core/export/parquet/parquet-helper-thread.ts'),
          'scrypt-thread': source('core/vault/keys/scrypt-thread.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: NODE_TARGET,
      // A sandboxed preload can require nothing but `electron`, and only as CommonJS.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: source('preload/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: source('renderer'),
    // Replaced by a fresh nonce each time the page is loaded.
    html: { cspNonce: '__CSP_NONCE__' },
    plugins: [react()],
    build: {
      target: CHROMIUM_TARGET,
      minify: true,
      // Fonts and images stay files: the content security policy needs no exception for them.
      assetsInlineLimit: 0,
      rolldownOptions: { input: source('renderer/index.html') },
    },
  },
});
