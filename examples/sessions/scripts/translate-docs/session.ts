import type { Session } from "../../session.ts";
import { chinese } from "./chinese.ts";
import { closing } from "./closing.ts";
import { english } from "./english.ts";
import { strings } from "./strings.ts";

/** A handbook in Japanese is brought into English and Chinese; two people write, each in their own language. */
export const translateDocs: Session = {
  name: "translate-docs",
  workspace: "handbook",
  format: "lines",
  steps: [...english, ...strings, ...chinese, ...closing],
};
