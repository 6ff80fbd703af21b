import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{kernel,plugins,examples,test}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/*.long.test.ts"],
    testTimeout: 30_000,
    pool: "threads",
  },
});
