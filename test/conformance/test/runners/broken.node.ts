import { describe, it } from "node:test";
import { conformance } from "../../src/index.ts";
import plugin from "../broken/drops-calls.ts";

conformance({ describe, it }, () => ({ plugin }));
