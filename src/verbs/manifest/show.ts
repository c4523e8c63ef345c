import type { Rule } from "../../detect/manifest.ts";
import { configFolder } from "../../system/env.ts";
import { manifestOf } from "../manifests.ts";
import { defineVerb } from "../verb.ts";

/** The rules of one kind in the order they are tried, each with whose it is (spec "manifest show"). */
export default defineVerb({
  path: ["manifest", "show"],
  summary: "Show the detection rules of one kind of agent",
  result: "manifest",
  args: {
    kind: { kind: "word", required: true, value: "KIND", doc: "the kind's label, as in claude" },
  },
  run: async (edges, args) => {
    const { kind, active, warning } = await manifestOf(configFolder(edges.environment), args.kind);
    const isOwn = active.sourceKind === "local override";
    return {
      type: "manifest",
      agent: kind,
      source: isOwn ? "override" : "bundled",
      path: isOwn ? active.provenance.source : null,
      version: active.manifest.version,
      supplement_rules: active.provenance.supplementRules,
      warning,
      rules: active.manifest.ranked.map(ruleRecord),
    };
  },
});

const ruleRecord = (rule: Rule): Record<string, unknown> => ({
  id: rule.id,
  state: rule.state,
  priority: rule.priority,
  region: rule.region.name,
  source: rule.source,
  visible: rule.strong,
  skip_state_update: rule.skip,
  contains: rule.written.contains,
  regex: rule.written.regex,
  line_regex: rule.written.lineRegex,
});
