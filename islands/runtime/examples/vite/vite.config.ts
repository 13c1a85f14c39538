import { viteIslands } from "server-islands/build";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [viteIslands({ islandsDir: "islands", out: "dist-islands" })],
});
