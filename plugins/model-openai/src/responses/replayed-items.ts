import type { JsonObject, Opaque } from "@varve/kernel";
import { PROVIDER } from "../provider.ts";
import { withoutBookkeeping } from "./extra-fields.ts";
import { isReadableBy } from "./sealed.ts";

/**
 * The provider's own items that a request takes, each with the members that it must have, as in the request schema of the
 * Responses API (openai/openai-openapi, 2026-08-21). Messages, calls, results and reasoning are neutral items and not here;
 * references to stored items are not, since nothing is stored.
 */
const REQUIRED: ReadonlyMap<string, readonly string[]> = new Map([
  ["additional_tools", ["role", "tools"]],
  ["apply_patch_call", ["call_id", "status", "operation"]],
  ["apply_patch_call_output", ["call_id", "status"]],
  ["code_interpreter_call", ["id", "status", "container_id", "code", "outputs"]],
  ["compaction", ["encrypted_content"]],
  ["computer_call", ["id", "call_id", "pending_safety_checks", "status"]],
  ["computer_call_output", ["call_id", "output"]],
  ["file_search_call", ["id", "status", "queries"]],
  ["image_generation_call", ["id", "status", "result"]],
  ["local_shell_call", ["id", "call_id", "action", "status"]],
  ["local_shell_call_output", ["id", "call_id", "output"]],
  ["mcp_approval_request", ["id", "server_label", "name", "arguments"]],
  ["mcp_approval_response", ["request_id", "approve", "approval_request_id"]],
  ["mcp_call", ["id", "server_label", "name", "arguments"]],
  ["mcp_list_tools", ["id", "server_label", "tools"]],
  ["program", ["id", "call_id", "code", "fingerprint"]],
  ["program_output", ["id", "call_id", "result", "status"]],
  ["shell_call", ["call_id", "action"]],
  ["shell_call_output", ["call_id", "output"]],
  ["tool_search_call", ["arguments"]],
  ["tool_search_output", ["tools"]],
  ["web_search_call", ["id", "status", "action"]],
]);

/**
 * A provider's own item as it came, or `null`: another provider's stays home, and so does what this one would refuse. It
 * keeps its id: the schema asks for it, and the item holds its content itself.
 */
export function replayed({ provider, model: madeBy, data }: Opaque, model: string): JsonObject | null {
  if (provider !== PROVIDER || typeof data.type !== "string") return null;
  const required = REQUIRED.get(data.type);
  if (required === undefined || required.some((key) => data[key] === undefined)) return null;
  if (data.encrypted_content !== undefined && !isReadableBy(madeBy, model)) return null;
  return withoutBookkeeping(data);
}
