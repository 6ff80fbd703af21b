import { defineConfig } from "vitest/config";

/** The cases that take minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    include: ["{kernel,plugins,examples,test}/**/*.long.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 600_000,
    pool: "forks",
    // One after another: they measure memory and time.
    fileParallelism: false,
    execArgv: ["--expose-gc"],
  },
});
