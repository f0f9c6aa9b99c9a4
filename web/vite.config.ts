import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The bundle is committed: names without hashes keep its changes readable, and the server tells browsers to ask again.
const output = {
  entryFileNames: "assets/[name].js",
  chunkFileNames: "assets/[name].js",
  assetFileNames: "assets/[name][extname]",
};

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/sandtable/server/web",
    emptyOutDir: true,
    target: "es2022",
    rollupOptions: { output },
  },
  worker: { format: "es", rollupOptions: { output } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8770", ws: true } } },
  ...(process.env.VITEST ? { resolve: { conditions: ["browser"] } } : {}), // tests mount components as a browser does
  test: {
    environment: "happy-dom",
    pool: "vmThreads", // a window for each worker, not for each file
    include: ["src/**/*.test.ts"],
    css: true,
    testTimeout: 60_000, // others may want the machine too
  },
});
