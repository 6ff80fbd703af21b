export * from "./contexts.ts";
export * from "./conversation.ts";
export * from "./persistence.ts";
export * from "./scripted-server.ts";
export * from "./store-contract.ts";
export * from "./tapped.ts";
