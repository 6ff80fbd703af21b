/**
 * A model's name without what only names a snapshot of it: `gpt-5-2025-08-07` is `gpt-5`, `claude-opus-4-5-20251101` is
 * `claude-opus-4-5`.
 */
export function modelFamily(name: string): string {
  return name.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, "");
}
