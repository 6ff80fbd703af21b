export { type DefaultChoices, defaults } from "./defaults.ts";
export { DEFAULT_MODEL } from "./models.ts";
