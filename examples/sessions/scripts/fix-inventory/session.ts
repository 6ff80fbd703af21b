import type { Session } from "../../session.ts";
import { allocation } from "./allocation.ts";
import { belowZero } from "./below-zero.ts";
import { exactRates } from "./exact-rates.ts";
import { handover } from "./handover.ts";
import { reordering } from "./reordering.ts";
import { reservations } from "./reservations.ts";
import { rounding } from "./rounding.ts";

/** An engineer and an agent on the inventory library of a tea warehouse, over one long afternoon. */
export const fixInventory: Session = {
  name: "fix-inventory",
  workspace: "inventory",
  format: "lines",
  steps: [...rounding, ...exactRates, ...belowZero, ...reservations, ...allocation, ...reordering, ...handover],
};
