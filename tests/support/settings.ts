import { DEFAULTS } from "../../src/config/schema.ts";
import { settingsOf } from "../../tui/settings-of.ts";

/** The cockpit's settings without a config.toml, on a terminal with every colour. */
export const DEFAULT_SETTINGS = settingsOf(DEFAULTS, { COLORTERM: "truecolor" }, null);
