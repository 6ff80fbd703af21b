import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

conformance(
  { describe, it },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "varve-store-"));
    return { plugin, options: { path: join(folder, "varve.db") }, dispose: () => rm(folder, { recursive: true }) };
  },
  { claims: ["durable"] },
);
