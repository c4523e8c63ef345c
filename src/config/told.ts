import { loadConfig } from "./load.ts";
import { withValues } from "./schema.ts";

/** Where the file cannot be taken, the narrower mode holds. */
const WARY = withValues({ "grants.mode": "strict" });

/**
 * What is told of config.toml to those who do not read it, by options of the tmux server: watchers, and the check of
 * what a caller may do, which every verb makes.
 */
export async function toldOptions(
  folder: string,
): Promise<readonly [name: string, value: string][]> {
  const { config } = await loadConfig(folder, WARY);
  return [
    ["@agent_wizard_supplements", config["detection.supplements"] ? "on" : "off"],
    ["@agent_wizard_grants", config["grants.mode"]],
  ];
}
