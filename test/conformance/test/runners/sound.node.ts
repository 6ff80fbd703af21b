import { describe, it } from "node:test";
import { conformance } from "../../src/index.ts";
import plugin from "../sound/one-line.ts";

conformance({ describe, it }, () => ({ plugin }));
