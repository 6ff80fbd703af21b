export * from "./contexts.ts";
export * from "./conversation.ts";
export * from "./tapped.ts";
