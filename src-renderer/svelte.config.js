import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  // Short names, because the scripts of the first page contain them
  compilerOptions: { runes: true, cssHash: ({ hash, css }) => `s${hash(css)}` },
};
