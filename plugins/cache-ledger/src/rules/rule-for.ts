import type { EncodedRequest } from "@varve/kernel";
import { anthropic } from "./anthropic.ts";
import type { CacheRule, RuleName, Terms } from "./cache-rule.ts";
import { hasBreakpoints, openaiBreakpoints } from "./openai-breakpoints.ts";
import { openaiImplicit } from "./openai-implicit.ts";

const RULES: Readonly<Record<RuleName, CacheRule>> = {
  openai_implicit: openaiImplicit,
  openai_breakpoints: openaiBreakpoints,
  anthropic,
};

/** What a user knows better about a provider. What is absent is as the rule has it. */
export interface RuleOverride extends Partial<Terms> {
  readonly rule?: RuleName;
}

/** The rule that a request is judged by. */
export interface ChosenRule {
  readonly rule: CacheRule;
  readonly terms: Terms;
  /** Whether nothing is known of the provider, and the most common rule is assumed. */
  readonly isAssumed: boolean;
}

export function ruleFor(request: EncodedRequest, overrides: Readonly<Record<string, RuleOverride>>): ChosenRule {
  const own = Object.hasOwn(overrides, request.provider) ? overrides[request.provider] : undefined;
  const { rule: asked, ...figures } = own ?? {};
  const known = knownRule(request);
  const rule = asked === undefined ? (known ?? openaiImplicit) : RULES[asked];
  return {
    rule,
    terms: { ...rule.terms(request), ...figures },
    isAssumed: asked === undefined && known === null,
  };
}

/** `null` for a provider that nothing is known of. */
function knownRule(request: EncodedRequest): CacheRule | null {
  if (request.provider === "anthropic") return anthropic;
  if (request.provider !== "openai") return null;
  return request.cacheBreakpoints !== undefined || hasBreakpoints(request) ? openaiBreakpoints : openaiImplicit;
}
