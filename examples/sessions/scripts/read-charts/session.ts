import type { Session } from "../../session.ts";
import { drawAttachments } from "./attachments.ts";
import { steps } from "./steps.ts";

/** Charts are drawn, attached and compared: images on both sides of the conversation. */
export const readCharts: Session = {
  name: "read-charts",
  workspace: "charts",
  format: "request",
  instructions:
    "You help the manager of a small tea warehouse with figures and charts. Read the data before you say what a picture shows. " +
    "Name the file behind every number. Say what does not fit.",
  tools: ["draw_chart", "grep", "list_files", "read_file", "run", "view_image", "write_file"],
  prepare: drawAttachments,
  steps,
};
