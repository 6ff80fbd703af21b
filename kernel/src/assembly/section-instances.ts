import { ExecutorError, InvalidResultError } from "../errors.ts";
import type { SectionDeclaration } from "./section.ts";

/** A declaration whose `instances` keeps its plugin's name when it fails, and names each instance once. */
export function withSafeInstances(declaration: SectionDeclaration, plugin: string): SectionDeclaration {
  const { id, instances } = declaration;
  if (instances === undefined) return declaration;
  const hookPoint = `section.${id}.instances`;
  return {
    ...declaration,
    instances: (state) => {
      const names = attempt(() => instances(state), hookPoint, plugin);
      if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
        throw new InvalidResultError(hookPoint, plugin, "expected a list of texts");
      }
      return [...new Set(names)];
    },
  };
}

function attempt(instances: () => ReturnType<NonNullable<SectionDeclaration["instances"]>>, at: string, by: string) {
  try {
    return instances();
  } catch (cause) {
    throw new ExecutorError(at, by, cause);
  }
}
