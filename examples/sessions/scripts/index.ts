import type { Session } from "../session.ts";
import { fixInventory } from "./fix-inventory/session.ts";
import { readCharts } from "./read-charts/session.ts";
import { translateDocs } from "./translate-docs/session.ts";

/** Every recorded session. */
export const SESSIONS: readonly Session[] = [fixInventory, translateDocs, readCharts];
