import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: process.env['DOCENA_API'] ?? 'http://127.0.0.1:8012', ws: true } } },
});
